import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { referralsWire } from "~/api/referrals";
import { listReferrals } from "~/features/portfolio/rewards";
import { answer } from "~/api/answer";
import { requireApiSession } from "~/api/caller";
import { readOwnId } from "~/api/fields";
import { type ApiArgs, answerApi } from "~/api/dispatch";

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
