import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { outbox } from "~/db/schema/operations";
import { certificates, stakes } from "~/db/schema/stakes";
import { issueCertificate } from "~/areas/holdings/certificates/issue-certificate";
import { renderCertificate } from "~/areas/holdings/certificates/render-certificate";
import { outboxId } from "~/core/outbox/kinds";
import { depsAt, type World } from "./world";

const ISSUED_AFTER_MS = 5 * 60_000;

/** Closes emails about the past unsent, and checks of sessions that no provider knows. */
export async function closeOldWork({ db }: World): Promise<void> {
  await db.run(
    sql`UPDATE outbox SET done_at_ms = available_at_ms WHERE done_at_ms IS NULL AND (id GLOB 'send-notice:withdrawal-*:wdr_demo_*' OR id GLOB 'tell-bid:bid_demo_*'
      OR id GLOB 'send-notice:support-*:*_demo_investor')`,
  );
  await db.run(sql`UPDATE outbox SET done_at_ms = available_at_ms WHERE done_at_ms IS NULL
    AND (id GLOB 'check-payment:pay_demo_*' OR id GLOB 'expire-session:pay_demo_*' OR id GLOB 'send-notice:payment-settled:pay_demo_*')
    AND EXISTS (SELECT 1 FROM payments WHERE state = 'settled' AND id = replace(outbox.subject_id, 'payment-settled:', ''))`);
}

const SIDE_BY_SIDE = 8;
const PROMISED_WITHIN_MS = 48 * 3_600_000;

/** Issues, five minutes after the purchase, the certificates that were promised by now, and all of one person. */
export async function issueOldCertificates(world: World, bucket: R2Bucket, userId: string): Promise<number> {
  const { db, nowMs } = world;
  const pending = await db
    .select({ id: certificates.id, createdAtMs: certificates.createdAtMs })
    .from(certificates)
    .innerJoin(stakes, eq(stakes.id, certificates.stakeId))
    .where(
      and(
        eq(certificates.state, "pending"),
        sql`${stakes.paymentId} GLOB 'pay_demo_*'`,
        or(lt(certificates.createdAtMs, nowMs - PROMISED_WITHIN_MS), eq(stakes.userId, userId)),
      ),
    );
  const left = [...pending];
  await Promise.all(
    Array.from({ length: SIDE_BY_SIDE }, async () => {
      for (let one = left.pop(); one; one = left.pop()) await issue(one);
    }),
  );
  // Their owners have known for long; two hundred emails would come before the first one of a new run.
  await db.run(
    sql`UPDATE outbox SET done_at_ms = available_at_ms WHERE done_at_ms IS NULL AND notice = 'certificate-ready'`,
  );
  return pending.length;

  async function issue({ id, createdAtMs }: { id: string; createdAtMs: number }) {
    const issuedAtMs = createdAtMs + ISSUED_AFTER_MS;
    const deps = { ...depsAt(world, issuedAtMs), certificates: bucket, renderCertificate };
    await issueCertificate(deps, id);
    await db
      .update(outbox)
      .set({ doneAtMs: issuedAtMs })
      .where(and(eq(outbox.id, outboxId("issue-certificate", id)), isNull(outbox.doneAtMs)));
  }
}
