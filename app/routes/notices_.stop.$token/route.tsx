import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readStop, stopNotices } from "~/areas/notices/notice-choices";
import { noticeChoiceTexts } from "~/content/notice-choice-texts";
import { described } from "~/content/page-meta";
import { readForm } from "~/server/login-form";
import { Button, ButtonLink } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";
import { ResultHead } from "~/ui/result-head";

const { stop: texts } = noticeChoiceTexts;

export const meta: MetaFunction = () => [...described(texts.button), { name: "robots", content: "noindex" }];

/** Opening it changes nothing: programs that read email follow links. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const token = params.token ?? "";
  const stop = await readStop(context, token);
  return json({ token, stop }, { status: stop ? 200 : 404 });
}

/** From the page's button, or from the mail program itself (RFC 8058), which sends no cookies and follows no redirect. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const token = params.token ?? "";
  const byProgram = (await readForm(request)).get("List-Unsubscribe") === "One-Click";
  if (!(await stopNotices(context, token))) return json(null, { status: 404 });
  return byProgram ? json(null) : redirect(`/notices/stop/${token}`, 303);
}

export default function StopNotices() {
  const { token, stop } = useLoaderData<typeof loader>();
  if (!stop?.wanted) {
    const head = stop ? texts.stopped : texts.unknown;
    return (
      <Page top={{ home: "/" }}>
        <ResultHead look={stop ? "gain" : "unknown"} title={head.title}>
          {head.text}
        </ResultHead>
        {stop && (
          <ButtonLink href="/notices" look="secondary">
            {texts.settings}
          </ButtonLink>
        )}
      </Page>
    );
  }
  return (
    <Page top={{ home: "/" }}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <form method="post" action={`/notices/stop/${token}`}>
        <Button>{texts.button}</Button>
      </form>
    </Page>
  );
}
