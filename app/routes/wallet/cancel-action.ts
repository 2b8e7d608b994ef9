import { cancelOwnWithdrawal } from "~/features/withdrawals/cancel-withdrawal";
import type { RequestContext } from "~/server/context";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { backToWallet } from "./withdraw-answers";

type Args = { request: Request; context: RequestContext };

/** Of a request that is not decided yet. One round trip; sent twice it is answered alike. */
export async function cancel(args: Args, fields: Record<string, unknown>) {
  const { context } = args;
  const session = await requireSession(args);
  const cancelled = await cancelOwnWithdrawal(context, session, readId(fields.withdrawal));
  if (!cancelled.ok && cancelled.code === "no-such-withdrawal") throw new Response(null, { status: 404 });
  return backToWallet(context, cancelled.ok ? "withdrawal-cancelled" : "withdrawal-decided");
}
