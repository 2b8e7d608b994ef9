import * as z from "zod";
import type { Database } from "~/db/client";
import { mapWork, nothing, type Work } from "~/db/work";
import type { Access } from "~/features/session/access";
import { clearWithdrawal } from "~/features/withdrawals/clear-withdrawal";
import { type DecideRefusal, payWithdrawal, rejectWithdrawal } from "~/features/withdrawals/decide-withdrawal";
import { proposePayout } from "~/features/withdrawals/propose-payout";

// What an operator may do with a request, from its page. Each needs a code of the last half hour.

const bankReference = z.string().trim().min(1).max(60);
const reason = z.string().trim().min(1).max(200);

const decisionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("pay"), bank_reference: bankReference }),
  z.object({ intent: z.literal("propose"), bank_reference: bankReference }),
  z.object({ intent: z.literal("confirm"), bank_reference: bankReference }),
  z.object({ intent: z.literal("reject"), reason }),
  z.object({ intent: z.literal("clear") }),
]);
type Decision = z.infer<typeof decisionSchema>;

export type Decided = { ok: true } | { ok: false; code: DecideRefusal };

/** @returns the decision, or the field that is wrong; null: no such intent */
export function readDecision(
  fields: Record<string, unknown>,
): Decision | { wrong: "bank-reference" | "reason" } | null {
  const read = decisionSchema.safeParse(fields);
  if (read.success) return read.data;
  const [field] = read.error.issues[0]?.path ?? [];
  if (field === "bank_reference") return { wrong: "bank-reference" };
  return field === "reason" ? { wrong: "reason" } : null;
}

/** Without a decision nothing is written, and only the session is checked. */
type Deciding = { withdrawalId: string; auditId: string; decision: Decision | null };

export function decide(db: Database, access: Access, { withdrawalId, auditId, decision }: Deciding): Work<Decided> {
  const by = { withdrawalId, operatorId: access.userId, nowMs: access.nowMs, live: access.fresh };
  if (decision === null) return mapWork(nothing, (): Decided => ({ ok: false, code: "not-allowed" }));
  const orNot = (work: Work<boolean>) =>
    mapWork(work, (done): Decided => (done ? { ok: true } : { ok: false, code: "not-allowed" }));
  switch (decision.intent) {
    case "pay":
    case "confirm":
      return payWithdrawal(db, { ...by, bankReference: decision.bank_reference });
    case "propose":
      return orNot(proposePayout(db, { ...by, auditId, bankReference: decision.bank_reference }));
    case "reject":
      return rejectWithdrawal(db, { ...by, reason: decision.reason });
    case "clear":
      return orNot(clearWithdrawal(db, by));
  }
}
