import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { referralsWire } from "~/features/api/referrals-wire";
import { referralsQuery } from "~/features/portfolio/rewards";
import { answer } from "~/server/api-answer";
import { findCaller, readAsCaller } from "~/server/api-caller";
import { readOwnId } from "~/server/api-input";
import { type ApiArgs, answerApi } from "~/server/api-route";

export function loader(args: LoaderFunctionArgs) {
  return answerApi(args, methods);
}

export function action(args: ActionFunctionArgs) {
  return answerApi(args, methods);
}

const methods = { GET: referrals };

async function referrals(args: ApiArgs): Promise<Response> {
  const caller = await findCaller(args);
  readOwnId(caller, args.request, "userId");
  const { rows } = await readAsCaller(args, caller, ({ userId }) => [referralsQuery(args.context.db, userId)]);
  return answer({ status: true, data: referralsWire(rows[0]) });
}
