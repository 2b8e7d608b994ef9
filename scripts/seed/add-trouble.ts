import { eq, sql } from "drizzle-orm";
import { outbox } from "~/db/schema/operations";
import { differences, payments } from "~/db/schema/payments";
import { certificates, stakes } from "~/db/schema/stakes";
import { runWork, writes } from "~/db/work";
import { recordDeadLetter } from "~/core/ledger/dead-letter";
import { outboxId } from "~/core/outbox/kinds";
import { recordDifference } from "~/areas/buying/reconciliation/record-difference";
import { reversePayment } from "~/areas/buying/settlement/settle-reversal";
import { depsAt, type World } from "./world";

// One of each thing that goes wrong, as it looks to an operator. Each is made once: what was done about it since stays done.

const HOUR_MS = 3_600_000;
const DISPUTED = { paymentId: "pay_demo_copperfall_001", hoursAgo: 31 } as const;
const GIVEN_UP = { paymentId: "pay_demo_dunmarrow_002", hoursAgo: 26 } as const;
const DIFFERENT = { paymentId: "pay_demo_strathquill_005", hoursAgo: 20 } as const;
/** As often as work is tried before it is given up. */
const TRIES = 14;

export async function addTrouble(world: World): Promise<void> {
  await disputePayment(world);
  await giveUpCertificate(world);
  await differFromProvider(world);
}

/** The card's owner says they did not buy this stake. */
async function disputePayment(world: World): Promise<void> {
  const [payment] = await world.db.select().from(payments).where(eq(payments.id, DISPUTED.paymentId));
  if (!payment?.providerPaymentId || payment.state !== "settled" || payment.reversals > 0) return;
  await reversePayment(depsAt(world, world.nowMs - DISPUTED.hoursAgo * HOUR_MS), {
    eventId: "evt_demo_dispute",
    providerPaymentId: payment.providerPaymentId,
    refundedCents: null,
  });
}

/** A certificate that could not be drawn. Replayed, it can. */
async function giveUpCertificate({ db, nowMs }: World): Promise<void> {
  const [certificate] = await db
    .select({ id: certificates.id })
    .from(certificates)
    .innerJoin(stakes, eq(stakes.id, certificates.stakeId))
    .where(eq(stakes.paymentId, GIVEN_UP.paymentId));
  if (!certificate) return;
  const workId = outboxId("issue-certificate", certificate.id);
  const atMs = nowMs - GIVEN_UP.hoursAgo * HOUR_MS;
  const error = "TimeoutError";
  const letter = { id: `outbox:${workId}`, origin: "outbox", body: { outboxId: workId }, error, nowMs: atMs } as const;
  const where = sql`id = ${workId} AND done_at_ms IS NULL AND attempts = 0`;
  const given = db
    .update(outbox)
    .set({ attempts: TRIES, lastError: error, failingSinceMs: atMs - HOUR_MS, doneAtMs: atMs })
    .where(where);
  await runWork(db, writes(recordDeadLetter(db, letter, "stays", { from: outbox, where }), given));
}

/** The providers of a local run know nothing of payments from before it: true of all demo payments, shown of one. */
async function differFromProvider(world: World): Promise<void> {
  const [payment] = await world.db.select().from(payments).where(eq(payments.id, DIFFERENT.paymentId));
  if (!payment?.providerSessionId) return;
  const { id: paymentId, provider, providerSessionId: subject } = payment;
  const kind = "session-unknown-to-provider";
  const [known] = await world.db
    .select({ id: differences.id })
    .from(differences)
    .where(eq(differences.id, `${kind}:${subject}`));
  if (known) return;
  const detail = JSON.stringify({ ours: payment.state });
  const deps = depsAt(world, world.nowMs - DIFFERENT.hoursAgo * HOUR_MS);
  await recordDifference(deps, { kind, subject, provider, paymentId, detail }, "open");
}
