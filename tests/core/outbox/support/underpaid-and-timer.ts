import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { tellStandingJobs } from "../../../../workers/settlement/tell-standing-jobs";
import type { Filled } from "../../../db/support/every-table";
import { run } from "../../../db/support/rows-in-states";
import type { TestContext } from "../../../support/context";
import { byId, type outboxOf } from "./caused-rows";

type Caused = ReturnType<typeof outboxOf>;

/** Part of the price comes; then it is owed. */
export async function causeUnderpaid(
  { rows }: Filled,
  { causedBy, noticeRow, workRow }: Pick<Caused, "causedBy" | "noticeRow" | "workRow">,
): Promise<void> {
  const paymentId = await rows.payment("pay_part", { states: ["open"], fee: true });
  const change = (what: string) => () => run(`UPDATE payments SET ${what} WHERE id = '${paymentId}'`);
  const told = (state: string) => noticeRow("payment-underpaid", paymentId, state);
  expect(await causedBy(change("received_cents = 5"))).toEqual([told("open")]);
  expect(await causedBy(change("state = 'paid'"))).toEqual([]);
  expect(await causedBy(change("state = 'refunding', reason = 'underpaid'"))).toEqual(
    byId([workRow("refund-payment", paymentId), told("refunding")]),
  );
}

/** An event that came before the settlement is read again. */
export async function causeLateSettlement(
  { rows }: Filled,
  { causedBy, noticeRow, workRow }: Pick<Caused, "causedBy" | "noticeRow" | "workRow">,
): Promise<void> {
  const paymentId = await rows.payment("pay_late", { states: ["open", "paid"], fee: true });
  await run(`UPDATE payments SET provider_payment_id = 'pi_late' WHERE id = '${paymentId}'`);
  for (const concerns of ["refund", "dispute", "session"])
    await run(`INSERT INTO provider_events (id, provider, type, concerns, provider_payment_id, received_at_ms)
      VALUES ('early-${concerns}', 'stripe', '-', '${concerns}', 'pi_late', 1)`);
  const again = ["refund", "dispute"].map((concerns) => workRow("handle-event", `early-${concerns}:settled`));
  expect(
    await causedBy(() =>
      run(`UPDATE payments SET state = 'settled', updated_at_ms = created_at_ms + 172800000 WHERE id = '${paymentId}'`),
    ),
  ).toEqual(byId([...again, noticeRow("payment-settled", paymentId)]));
}

/** A job of the timer has not gone well for an hour. */
export async function causeStandingJob(
  context: TestContext,
  { causedBy, noticeRow, operators }: Pick<Caused, "causedBy" | "noticeRow" | "operators">,
): Promise<void> {
  await context.db.run(
    sql`INSERT OR REPLACE INTO timer_jobs (name, since_ms, duration_ms) VALUES ('sweep-tables', 1, 0)`,
  );
  const hour = String(Math.floor(context.nowMs() / 3_600_000));
  const told = (await operators()).map(({ id }) => noticeRow("timer-stands", id, hour));
  const none = () => Promise.reject(new Error("no certificate is due"));
  const deps = { ...context, certificates: env.CERTIFICATES, renderCertificate: none };
  for (const rows of [byId(told), []]) expect(await causedBy(() => tellStandingJobs(deps))).toEqual(rows);
}
