import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { rewardTexts as texts } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { dropReward, releaseReward, type RewardDecided } from "~/areas/accounts/rewards/decide-reward";
import { payReward, type PayRewardOutcome } from "~/areas/accounts/rewards/pay-reward";
import { ListPage } from "~/areas/console/lists/list-page";
import { rewards } from "~/areas/console/lists/rewards";
import { readList } from "~/server/console-list";
import { noWork, type Work, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import type { PageHandle } from "~/server/page-handle";
import { ErrorSummary } from "~/ui/error-summary";

export const handle: PageHandle = { console: true };

export const meta = () => described(rewards.title);

export const loader = (args: LoaderFunctionArgs) => readList(args, rewards);

const schema = z.object({ intent: z.enum(["pay", "release", "drop"]), referred: z.string().min(1).max(60) });
const DECIDE = { pay: payReward, release: releaseReward, drop: dropReward };

export async function action(args: ActionFunctionArgs) {
  const { db } = args.context;
  const { data } = schema.safeParse(Object.fromEntries(await readForm(args.request)));
  const { result } = await writeConsole(args, "rewards", (operator): Work<PayRewardOutcome | RewardDecided> =>
    data
      ? DECIDE[data.intent](db, { referredId: data.referred, operator })
      : noWork({ ok: false, code: "no-such-reward" }),
  );
  if (result.ok) return savedAt(args, rewards.href);
  return json({ error: texts.errors[result.code] }, { status: data ? 409 : 400 });
}

export default function Rewards() {
  const refused = useActionData<typeof action>();
  return (
    <ListPage list={rewards} {...useLoaderData<typeof loader>()}>
      <ErrorSummary message={refused?.error} />
    </ListPage>
  );
}
