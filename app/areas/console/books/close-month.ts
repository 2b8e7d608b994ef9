import { sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "~/db/client";
import { mapWork, nothing, type Work } from "~/db/work";
import type { DecideRefusal, ProposeRefusal } from "~/core/proposals/change";
import { confirmChange } from "~/core/proposals/confirm-change";
import { proposeChange } from "~/core/proposals/propose-change";
import { withdrawChange } from "~/core/proposals/withdraw-change";
import type { OperatorAccess } from "~/core/session/guarded";
import { closeSubject, mayClose, type Month, monthFigures } from "./month";
import { addsUp, balancesOf } from "./read-books";

// A month is closed by two operators, who agree on its rows and what moved. From then on the ledger takes no row of that time, and its
// balances are kept, so that whatever is altered later is seen.

const figures = z.string().max(60);
const proposal = z.string().min(1).max(60).optional();
export const closeSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("propose"), figures }),
  z.object({ intent: z.literal("confirm"), figures, proposal }),
  z.object({ intent: z.literal("withdraw"), proposal }),
]);

export type CloseAsked = z.infer<typeof closeSchema>;
export type CloseOutcome = { ok: true } | { ok: false; code: ProposeRefusal | DecideRefusal };

type Closing = { month: Month | null; asked: CloseAsked | null; proposalId: string; operator: OperatorAccess };

/** Without something to do nothing is written, and only the session is checked. @param closing with a `proposalId` chosen before */
export function closeMonth(db: Database, { month, asked, proposalId, operator }: Closing): Work<CloseOutcome> {
  if (asked === null || month === null)
    return mapWork(nothing, (): CloseOutcome => ({ ok: false, code: "not-allowed" }));
  const subject = closeSubject(month);
  if (asked.intent === "withdraw") return withdrawChange(db, { operator, subject, proposalId: asked.proposal ?? null });
  const change = {
    kind: "month-close" as const,
    subject,
    was: sql`iif(EXISTS (SELECT 1 FROM book_months WHERE month = ${month.name}), NULL, 'open')`,
    becomes: asked.figures,
    given: sql`(${mayClose(month, operator.nowMs)} AND ${addsUp(month)} AND ${monthFigures(month)} = ${asked.figures})`,
    operator,
  };
  if (asked.intent === "propose") return proposeChange(db, { ...change, proposalId });
  const confirmed = confirmChange(db, {
    ...change,
    proposalId: asked.proposal ?? null,
    effects: (isConfirmed) => {
      const now = sql`EXISTS (SELECT 1 FROM change_proposals WHERE ${isConfirmed})`;
      return [
        db.run(sql`INSERT INTO book_months (month, until_ms, row_count, proposal_id, closed_at_ms)
          SELECT ${month.name}, ${month.untilMs}, CAST(${asked.figures} AS INTEGER), change_proposals.id, ${operator.nowMs}
          FROM change_proposals WHERE ${isConfirmed} ON CONFLICT (month) DO NOTHING`),
        db.run(sql`INSERT INTO book_balances (month, account, opening_cents, debit_cents, credit_cents, closing_cents)
          SELECT ${month.name}, account, openingCents, debitCents, creditCents, closingCents FROM (${balancesOf(month)})
          WHERE ${now} ON CONFLICT (month, account) DO NOTHING`),
      ];
    },
  });
  return mapWork(confirmed, (outcome): CloseOutcome => (outcome.ok ? { ok: true } : outcome));
}
