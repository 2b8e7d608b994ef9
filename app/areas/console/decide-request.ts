import * as z from "zod";
import type { Database } from "~/db/client";
import { mapWork, nothing, together, type Work } from "~/db/work";
import type { OperatorAccess } from "~/core/session/guarded";
import { callBackProposal } from "~/areas/payouts/withdrawals/call-back-proposal";
import { clearWithdrawal } from "~/areas/payouts/withdrawals/clear-withdrawal";
import {
  type DecideRefusal,
  payWithdrawal,
  readPayRefusal,
  rejectWithdrawal,
} from "~/areas/payouts/withdrawals/decide-withdrawal";
import { proposePayout } from "~/areas/payouts/withdrawals/propose-payout";

// What an operator may do with a request, from its page. Each needs a recent code.

const bankReference = z.string().trim().min(1).max(60);
const reason = z.string().trim().min(1).max(200);

const decisionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("pay"), bank_reference: bankReference }),
  z.object({ intent: z.literal("propose"), bank_reference: bankReference }),
  z.object({ intent: z.literal("confirm"), bank_reference: bankReference }),
  z.object({ intent: z.literal("call-back"), call_back_reason: reason }),
  z.object({ intent: z.literal("reject"), reason, seen: z.enum(["progress", "sending"]).optional() }),
  z.object({ intent: z.literal("clear") }),
]);
type Decision = z.infer<typeof decisionSchema>;

export type Decided = { ok: true; waits?: true } | { ok: false; code: DecideRefusal };

/** @returns the decision, or the field that is wrong; null: no such intent */
export function readDecision(
  fields: Record<string, unknown>,
): Decision | { wrong: "bank-reference" | "reason" | "call-back-reason" } | null {
  const read = decisionSchema.safeParse(fields);
  if (read.success) return read.data;
  const [field] = read.error.issues[0]?.path ?? [];
  if (field === "bank_reference") return { wrong: "bank-reference" };
  if (field === "call_back_reason") return { wrong: "call-back-reason" };
  return field === "reason" ? { wrong: "reason" } : null;
}

/** Without a decision nothing is written, and only the session is checked. */
type Deciding = { withdrawalId: string; auditId: string; decision: Decision | null };

export function decide(
  db: Database,
  operator: OperatorAccess,
  { withdrawalId, auditId, decision }: Deciding,
): Work<Decided> {
  const by = { withdrawalId, operator };
  if (decision === null) return mapWork(nothing, (): Decided => ({ ok: false, code: "not-allowed" }));
  const orNot = (work: Work<boolean>) =>
    mapWork(work, (done): Decided => (done ? { ok: true } : { ok: false, code: "not-allowed" }));
  switch (decision.intent) {
    case "pay":
    case "confirm":
      return payWithdrawal(db, { ...by, bankReference: decision.bank_reference });
    case "propose":
      return mapWork(
        together({
          done: proposePayout(db, { ...by, auditId, bankReference: decision.bank_reference }),
          why: readPayRefusal(db, by),
        }),
        ({ done, why }): Decided => (done ? { ok: true, waits: true } : { ok: false, code: why ?? "not-allowed" }),
      );
    case "call-back":
      return orNot(callBackProposal(db, { ...by, auditId, reason: decision.call_back_reason }));
    case "reject":
      return rejectWithdrawal(db, { ...by, reason: decision.reason, seen: decision.seen });
    case "clear":
      return orNot(clearWithdrawal(db, by));
  }
}
