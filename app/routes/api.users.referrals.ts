import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { referralsWire } from "~/features/api/referrals-wire";
import { listReferrals } from "~/features/portfolio/rewards";
import { answer } from "~/server/api-answer";
import { requireApiSession } from "~/server/api-caller";
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
  const session = await requireApiSession(args);
  readOwnId(session, args.request, "userId");
  return answer({ status: true, data: referralsWire(await listReferrals(args.context, session)) });
}
