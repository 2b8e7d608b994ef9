import { eq } from "drizzle-orm";
import * as z from "zod";
import { typedToCents } from "~/domain/money";
import type { Database } from "~/db/client";
import { payments } from "~/db/schema/payments";
import { mapWork, nothing, row, type Work } from "~/db/work";
import type { Payment } from "~/areas/buying/started-payment";
import { outboxId } from "~/core/outbox/kinds";
import { recordStrayRefund } from "~/areas/buying/reconciliation/record-stray-refund";
import type { OperatorAccess } from "~/core/session/guarded";
import { askReread } from "~/areas/buying/settlement/ask-reread";
import { giveBack, type GiveBackOutcome } from "~/areas/buying/settlement/give-back";
import { type ManualRefundOutcome, recordManualRefund } from "~/areas/buying/settlement/record-manual-refund";

// What an operator may do with a payment, from its page. Each needs a recent code.

const reference = z.string().trim().min(1).max(60);

/** Dollars typed, cents kept; nothing typed is no fee. */
const fee = z
  .string()
  .max(40)
  .default("")
  .transform((text) => (text.trim() === "" ? 0 : typedToCents(text)))
  .pipe(z.number());

const actionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("reread") }),
  z.object({
    intent: z.literal("refund"),
    reason: z.string().trim().min(1).max(200),
    fee,
    /** The fee, in cents, as the page has told what goes back. */
    seen: z.coerce.number().int().min(0).optional(),
  }),
  z.object({ intent: z.literal("manual"), reference, due: z.coerce.number().int().min(0).optional() }),
  z.object({ intent: z.literal("stray"), reference, session: z.string().min(1).max(200) }),
]);
export type PaymentAction = z.infer<typeof actionSchema>;

type Wrong = { wrong: "reference" | "reason" | "fee" | "no-such-intent" };

/** @returns what to do, or the field that is wrong */
export function readPaymentAction(fields: Record<string, unknown>): PaymentAction | Wrong {
  const read = actionSchema.safeParse(fields);
  if (read.success) return read.data;
  const [field] = read.error.issues[0]?.path ?? [];
  return { wrong: field === "reference" || field === "reason" || field === "fee" ? field : "no-such-intent" };
}

/** A fee is kept only after the page has told, to the cent, what it leaves; in cents, or null: nothing to tell first. */
export const feeToTell = (asked: PaymentAction | null): number | null =>
  asked?.intent === "refund" && asked.fee > 0 && asked.seen !== asked.fee ? asked.fee : null;

/** Both ways of sending money back are calculated from the payment as it was just read. */
export const needsPayment = ({ intent }: PaymentAction) => intent === "refund" || intent === "manual";

export const paymentQuery = (db: Database, paymentId: string): Work<Payment | undefined> =>
  row(db.select().from(payments).where(eq(payments.id, paymentId)));

type Refused = Extract<GiveBackOutcome | ManualRefundOutcome, { ok: false }>["code"];
/** `nudge`: the outbox row that was written, to be run now. */
export type PaymentChanged = { ok: true; nudge?: string } | { ok: false; code: Refused };

type Changing = { paymentId: string; payment: Payment | undefined; asked: PaymentAction | null };

/** Without something to do nothing is written, and only the session is checked. */
export function changePayment(
  db: Database,
  operator: OperatorAccess,
  { paymentId, payment, asked }: Changing,
): Work<PaymentChanged> {
  const by = { operator };
  const notAllowed = { ok: false, code: "not-allowed" } as const;
  if (asked === null) return mapWork(nothing, (): PaymentChanged => notAllowed);
  if (asked.intent === "reread")
    return mapWork(askReread(db, { ...by, paymentId }), (nudge): PaymentChanged =>
      nudge ? { ok: true, nudge } : notAllowed,
    );
  if (asked.intent === "stray")
    return recordStrayRefund(db, { ...by, sessionId: asked.session, reference: asked.reference });
  if (!payment) return mapWork(nothing, (): PaymentChanged => notAllowed);
  if (asked.intent === "manual")
    return recordManualRefund(db, { ...by, payment, reference: asked.reference, dueCents: asked.due });
  const given = giveBack(db, { ...by, payment, reason: asked.reason, keptCents: asked.fee });
  return mapWork(given, (outcome): PaymentChanged =>
    outcome.ok ? { ok: true, nudge: outboxId("refund-payment", payment.id) } : outcome,
  );
}
