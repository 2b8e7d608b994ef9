import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { rewardTexts as texts, sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { decideAboutReward, readRewardDecision } from "~/areas/console/decide-about-reward";
import { listRewards } from "~/areas/console/list-rewards";
import { readAfter } from "~/core/lists/keyset-page";
import { frameProps } from "~/server/console-frame";
import { readConsole, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { consoleKeysScript } from "~/ui/console/console-keys";
import { ConsolePage } from "~/ui/console/console-page";
import { PageLinks } from "~/ui/console/page-links";
import { ErrorSummary } from "~/ui/error-summary";
import { RewardsTable } from "./rewards-table";

export const handle: PageHandle = { console: true, inlineScript: consoleKeysScript };

export const meta: MetaFunction = () => described(sectionTitles.rewards);

export async function loader(args: LoaderFunctionArgs) {
  const after = new URL(args.request.url).searchParams.get("after");
  const { frame, result } = await readConsole(args, "rewards", () =>
    listRewards(args.context.db, { after: readAfter(after) }),
  );
  return json({ frame: frameProps(frame), isFirst: after === null, ...result });
}

export async function action(args: ActionFunctionArgs) {
  const asked = readRewardDecision(Object.fromEntries(await readForm(args.request)));
  const { result } = await writeConsole(args, "rewards", (access) => decideAboutReward(args.context.db, access, asked));
  if (result.ok) return redirect(sectionHref("rewards"), 303);
  return json({ error: texts.errors[result.code] }, { status: asked === null ? 400 : 409 });
}

export default function Rewards() {
  const { frame, rows, next, isFirst } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ConsolePage {...frame} title={sectionTitles.rewards}>
      <ErrorSummary message={refused?.error} />
      <RewardsTable rows={rows} mayChange={frame.mayChange} />
      <PageLinks base={sectionHref("rewards")} next={next} isFirst={isFirst} csv />
    </ConsolePage>
  );
}
