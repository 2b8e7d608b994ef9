import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { rewardTexts as texts } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { decideAboutReward, readRewardDecision } from "~/areas/console/decide-about-reward";
import { ListPage } from "~/areas/console/lists/list-page";
import { rewards } from "~/areas/console/lists/rewards";
import { readList } from "~/server/console-list";
import { writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import type { PageHandle } from "~/server/page-handle";
import { ErrorSummary } from "~/ui/error-summary";

export const handle: PageHandle = { console: true };

export const meta = () => described(rewards.title);

export const loader = (args: LoaderFunctionArgs) => readList(args, rewards);

export async function action(args: ActionFunctionArgs) {
  const asked = readRewardDecision(Object.fromEntries(await readForm(args.request)));
  const { result } = await writeConsole(args, "rewards", (access) => decideAboutReward(args.context.db, access, asked));
  if (result.ok) return savedAt(args, rewards.href);
  return json({ error: texts.errors[result.code] }, { status: asked === null ? 400 : 409 });
}

export default function Rewards() {
  const refused = useActionData<typeof action>();
  return (
    <ListPage list={rewards} {...useLoaderData<typeof loader>()}>
      <ErrorSummary message={refused?.error} />
    </ListPage>
  );
}
