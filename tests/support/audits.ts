import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { type AuditDay, type CaskList, dayKey, LATEST_KEY, listKey } from "~/domain/audit/audit-files";
import { type AuditDeps, type SliceSize, yesterdayOf } from "~/areas/proof/audit-steps";
import { auditDay } from "~/areas/proof/audit-day";
import { readSigningKeys } from "~/server/signing-keys";
import type { TestContext } from "./context";
import { settlementTestConfig } from "./test-config";

export const DAY_MS = 86_400_000;

/** What the audit needs besides a test's context. */
const forAudits = ({ proof, certificates }: Pick<TestContext, "proof" | "certificates">) => ({
  proof,
  certificates,
  signingKeys: () => readSigningKeys(settlementTestConfig.SIGNING_KEY),
});

export const auditDeps = (context: TestContext): AuditDeps => ({ ...context, ...forAudits(context) });

/** The audit of the day before. */
export async function makeAudit(deps: AuditDeps, size?: SliceSize): Promise<AuditDay> {
  const { date } = yesterdayOf(deps.nowMs());
  await auditDay(deps, date, size && { size });
  return readDay(date);
}

/** The day, as if its audit had never been made. */
export async function forgetAudit(date: string): Promise<void> {
  for (const statement of ["DROP TRIGGER IF EXISTS audits_are_kept", `DELETE FROM audits WHERE date = '${date}'`])
    await env.DB.prepare(statement).run();
  await env.PROOF.delete(dayKey(date));
  const { objects } = await env.CERTIFICATES.list({ prefix: `audit-steps/${date}/` });
  await env.CERTIFICATES.delete(objects.map(({ key }) => key));
}

/** The next day at three in the morning, and the audit that is due then. */
export async function auditTomorrow(context: TestContext): Promise<AuditDay> {
  context.clock.nowMs = (Math.floor(context.clock.nowMs / DAY_MS) + 1) * DAY_MS + 3 * 3_600_000;
  return makeAudit(auditDeps(context));
}

export async function readFile(key: string): Promise<string> {
  const file = await env.PROOF.get(key);
  if (!file) throw new Error(`no file ${key}`);
  return file.text();
}

const readDay = async (date: string) => JSON.parse(await readFile(dayKey(date))) as AuditDay;
export const readLatest = () => readFile(LATEST_KEY);
export const readList = async (hash: string) => JSON.parse(await readFile(listKey(hash))) as CaskList;

/** Changes rows as anyone in control of the database could: rules are removed first, then put back. Each statement changes a row. */
export async function tamper(
  context: TestContext,
  tables: string | string[],
  change: string | string[],
  { anyNumber = false } = {},
): Promise<void> {
  const triggers = await context.db.all<{ name: string; text: string }>(
    sql`SELECT name, sql AS text FROM sqlite_master WHERE type = 'trigger'
      AND tbl_name IN (SELECT value FROM json_each(${JSON.stringify([tables].flat())}))`,
  );
  for (const { name } of triggers) await env.DB.prepare(`DROP TRIGGER ${name}`).run();
  for (const statement of [change].flat()) {
    const { meta } = await env.DB.prepare(statement).run();
    if (!anyNumber && meta.changes !== 1) throw new Error(`${statement} changed ${meta.changes} rows`);
  }
  for (const { text } of triggers) await env.DB.prepare(text).run();
}
