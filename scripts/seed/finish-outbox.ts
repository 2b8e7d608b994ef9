import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { outbox } from "~/db/schema/operations";
import { certificates, stakes } from "~/db/schema/stakes";
import { issueCertificate } from "~/areas/holdings/certificates/issue-certificate";
import { type CertificateFacts, renderCertificate } from "~/areas/holdings/certificates/render-certificate";
import { storedFonts } from "~/areas/holdings/certificates/stored-fonts";
import { outboxId } from "~/core/outbox/kinds";
import { depsAt, type World } from "./world";

const FIRST_AFTER_MS = 10 * 60_000;
const EACH_AFTER_MS = 30_000;
const ISSUED_AFTER_MS = 5 * 60_000;

/** Closes mails about the past unsent, and checks of sessions that no provider knows. */
export async function closeOldWork({ db }: World): Promise<void> {
  await db.run(
    sql`UPDATE outbox SET done_at_ms = available_at_ms WHERE done_at_ms IS NULL AND (id GLOB 'send-notice:withdrawal-*:wdr_demo_*' OR id GLOB 'tell-bid:bid_demo_*')`,
  );
  await db.run(sql`UPDATE outbox SET done_at_ms = available_at_ms WHERE done_at_ms IS NULL
    AND (id GLOB 'check-payment:pay_demo_*' OR id GLOB 'expire-session:pay_demo_*' OR id GLOB 'send-notice:payment-settled:pay_demo_*')
    AND EXISTS (SELECT 1 FROM payments WHERE state = 'settled' AND id = replace(outbox.subject_id, 'payment-settled:', ''))`);
}

/** Issues the certificates of one person now. */
export async function issueCertificatesOf(world: World, bucket: R2Bucket, userId: string): Promise<number> {
  const { db } = world;
  const pending = await db
    .select({ id: certificates.id, createdAtMs: certificates.createdAtMs })
    .from(certificates)
    .where(
      and(
        eq(certificates.state, "pending"),
        inArray(certificates.stakeId, db.select({ id: stakes.id }).from(stakes).where(eq(stakes.userId, userId))),
      ),
    );
  for (const { id, createdAtMs } of pending) {
    const issuedAtMs = createdAtMs + ISSUED_AFTER_MS;
    const deps = {
      ...depsAt(world, issuedAtMs),
      certificates: bucket,
      renderCertificate: (facts: CertificateFacts) => renderCertificate(facts, storedFonts(bucket)),
    };
    await issueCertificate(deps, id);
    await db
      .update(outbox)
      .set({ doneAtMs: issuedAtMs })
      .where(and(eq(outbox.id, outboxId("issue-certificate", id)), isNull(outbox.doneAtMs)));
  }
  return pending.length;
}

/** Spreads all other certificates over the next hours: issuing them at once would keep the machine busy for minutes. */
export async function spreadCertificates({ db, nowMs }: World): Promise<void> {
  await db.run(sql`UPDATE outbox SET available_at_ms = ${nowMs + FIRST_AFTER_MS} + ${EACH_AFTER_MS} * later.place
    FROM (SELECT outbox.id, row_number() OVER (ORDER BY outbox.created_at_ms, outbox.id) AS place FROM outbox
      JOIN certificates ON certificates.id = outbox.subject_id JOIN stakes ON stakes.id = certificates.stake_id
      WHERE outbox.kind = 'issue-certificate' AND outbox.done_at_ms IS NULL AND outbox.available_at_ms <= ${nowMs}
        AND stakes.payment_id GLOB 'pay_demo_*') AS later
    WHERE outbox.id = later.id`);
}
