import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles, troubleTexts as texts } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { dealWithTrouble, readTrouble } from "~/areas/console/deal-with-trouble";
import { listTrouble } from "~/areas/console/list-trouble";
import type { OperatorAccess } from "~/core/session/guarded";
import { frameProps } from "~/server/console-frame";
import { readConsole, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import type { PageHandle } from "~/server/page-handle";
import { ConsolePage } from "~/ui/console/console-page";
import { PageLinks } from "~/ui/console/page-links";
import { ErrorSummary } from "~/ui/error-summary";
import { TroubleScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.trouble);

export async function loader(args: LoaderFunctionArgs) {
  const { frame, result } = await readConsole(args, "trouble", () =>
    listTrouble(args.context.db, args.context.nowMs()),
  );
  return json({ frame: frameProps(frame), ...result });
}

export async function action(args: ActionFunctionArgs) {
  const asked = readTrouble(Object.fromEntries(await readForm(args.request)));
  const deal = (access: OperatorAccess) => dealWithTrouble(args.context.db, access, asked);
  const { result } = await writeConsole(args, "trouble", deal);
  if (result.ok) return savedAt(args, sectionHref("trouble"));
  return json({ error: texts.errors[result.code] }, { status: typeof asked === "object" && asked ? 409 : 400 });
}

export default function Trouble() {
  const { frame, ...trouble } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ConsolePage {...frame} title={sectionTitles.trouble}>
      <ErrorSummary message={refused?.error} />
      <TroubleScreen {...trouble} mayChange={frame.mayChange} />
      <PageLinks base={sectionHref("trouble")} next={null} isFirst csv />
    </ConsolePage>
  );
}
