import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { auditHeadsTexts as texts } from "~/content/audit-heads-texts";
import { described } from "~/content/page-titles";
import { decideHeads, readHeads } from "~/areas/proof/audit-heads";
import { retryAfterOfAction } from "~/server/login-form";
import { decideByLink } from "~/server/mail-link";
import { AUDIT_PATH } from "~/content/page-paths";
import { Button, ButtonLink } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";
import { ResultHead } from "~/ui/result-head";

export const meta: MetaFunction = () => [...described(texts.title), { name: "robots", content: "noindex" }];

export const headers: HeadersFunction = retryAfterOfAction;

/** Public: the links in the mails. Opening one changes nothing, because programs that look for danger in mails follow links. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const token = params.token ?? "";
  const shown = await readHeads(context, token);
  return json({ token, shown }, { status: shown ? 200 : 404 });
}

export const action = (args: ActionFunctionArgs) => decideByLink(args, "/audit/heads", decideHeads);

export default function Heads() {
  const refused = useActionData<typeof action>();
  return <HeadsScreen {...useLoaderData<typeof loader>()} tooMany={refused?.tooMany ?? false} />;
}

type HeadsProps = {
  token: string;
  /** null: not a link of ours. */
  shown: { does: "confirm" | "stop"; state: "asked" | "confirmed" | "gone" } | null;
  tooMany: boolean;
};

function HeadsScreen({ token, shown, tooMany }: HeadsProps) {
  if (tooMany) return <Told look="unknown" {...texts.busy} />;
  if (!shown) return <Told look="unknown" {...texts.unknown} />;
  if (shown.state === "gone") return <Told look={shown.does === "stop" ? "gain" : "unknown"} {...texts.gone} />;
  if (shown.does === "confirm" && shown.state === "confirmed") return <Told look="gain" {...texts.confirm.done} />;
  const asked = texts[shown.does];
  return (
    <Page top={{ home: "/" }}>
      <PageTitle lead={asked.lead}>{asked.title}</PageTitle>
      <form method="post" action={`/audit/heads/${token}`}>
        <Button>{asked.button}</Button>
      </form>
    </Page>
  );
}

function Told({ look, title, text }: { look: "gain" | "unknown"; title: string; text: string }) {
  return (
    <Page top={{ home: "/" }}>
      <ResultHead look={look} title={title}>
        {text}
      </ResultHead>
      <ButtonLink href={AUDIT_PATH} look="secondary">
        {texts.audit}
      </ButtonLink>
    </Page>
  );
}
