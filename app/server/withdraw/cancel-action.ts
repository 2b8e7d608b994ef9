import { cancelOwnWithdrawal } from "~/areas/payouts/withdrawals/cancel-withdrawal";
import type { WithdrawPlace } from "~/areas/payouts/withdrawals/withdraw-place";
import type { RequestArgs } from "~/server/context";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { backToPlace } from "./withdraw-answers";

/** Of a request that is not decided yet. One round trip; sending it twice gets the same answer. */
export async function cancelWithdrawal(args: RequestArgs, fields: Record<string, unknown>, place: WithdrawPlace) {
  const { context } = args;
  const session = await requireSession(args);
  const cancelled = await cancelOwnWithdrawal(context, session, readId(fields.withdrawal));
  if (cancelled.ok) return backToPlace(context, place, "withdrawal-cancelled");
  if (cancelled.code === "no-such-withdrawal") throw new Response(null, { status: 404 });
  return backToPlace(context, place, cancelled.code === "sent" ? "withdrawal-sent" : "withdrawal-decided");
}
