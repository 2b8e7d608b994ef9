import { sql } from "drizzle-orm";
import type { AuditDeps } from "~/areas/proof/audit-steps";
import { createDatabase } from "~/db/client";
import { BOOK_RULES } from "~/core/ledger/book-rules";
import { recordAudit } from "~/core/ledger/audit";
import { auditDay } from "~/areas/proof/audit-day";
import { yesterdayOf } from "~/areas/proof/audit-steps";
import { LATEST_KEY } from "~/domain/audit/audit-files";
import { createSealer } from "~/server/seal";
import { keyedHash } from "~/server/keyed-hash";
import { readSigningKeys } from "~/server/signing-keys";
import { addTrouble } from "./add-trouble";
import { addCasks, addDrafts, addGauges, sellCasks } from "./casks";
import { closeOldWork, issueOldCertificates } from "./finish-outbox";
import { addBid, addLeads, addPapers, addSupport } from "./papers";
import { addPeople, investor, largeHolder, operator, secondOperator } from "./people";
import { makePurchases, planDemo } from "./purchases";
import { creditPromotion, payPastReturn, requestLargePayout, requestWithdrawals } from "./withdrawals";
import type { World } from "./world";

// Fills a local database through the app's use cases, in the app's runtime. Never deployed, and refuses every
// environment but the local one.

type Bindings = {
  DB: D1Database;
  CERTIFICATES: R2Bucket;
  PROOF: R2Bucket;
  ENVIRONMENT: string;
  APP_ORIGIN: string;
  CODE_SECRET: string;
  SIGNING_KEY: string;
  BANK_DETAILS_KEY: string;
  CLOCK_AHEAD_MS: string;
};

export default {
  async fetch(_request, bindings) {
    if (bindings.ENVIRONMENT !== "local")
      return new Response("demo data is for the local environment", { status: 403 });
    try {
      return new Response(await addDemoData(bindings, Date.now() + Number(bindings.CLOCK_AHEAD_MS)));
    } catch (error) {
      return new Response(error instanceof Error ? (error.stack ?? error.message) : String(error), { status: 500 });
    }
  },
} satisfies ExportedHandler<Bindings>;

/** Adds what is missing and returns one line about it. If it was killed, the next run completes it. */
async function addDemoData(
  { DB, CERTIFICATES, PROOF, APP_ORIGIN, CODE_SECRET, BANK_DETAILS_KEY, SIGNING_KEY }: Bindings,
  nowMs: number,
): Promise<string> {
  const world: World = { db: createDatabase(DB), origin: APP_ORIGIN, nowMs };
  const plan = planDemo(nowMs);
  await addCasks(world.db, plan.casks);
  await addDrafts(world.db, plan.drafts);
  await addGauges(world.db, nowMs);
  const userIds = await addPeople(world, plan.people);
  const purchases = await makePurchases(world, plan, userIds);
  const idOf = ({ id }: { id: string }) => userIds.get(id) ?? id;
  const [investorId, operatorId, secondId] = [idOf(investor), idOf(operator), idOf(secondOperator)];
  const sealer = createSealer({ BANK_DETAILS_KEY });
  await payPastReturn(world, sealer, { investorId, operatorId });
  await creditPromotion(world, investorId);
  await requestWithdrawals(world, sealer);
  await requestLargePayout(world, sealer, { userId: idOf(largeHolder), secondId });
  await addTrouble(world);
  await addPapers(world, PROOF, operatorId);
  await addBid(world, PROOF, { operatorId, secondId });
  await addLeads(world);
  await addSupport(world, { investorId, operatorId });
  await closeOldWork(world);
  const issued = await issueOldCertificates(world, CERTIFICATES, investorId);
  await sellCasks(world, plan.casks, { operatorId, secondId });
  await makeFirstAudit(world, { proof: PROOF, certificates: CERTIFICATES, secret: CODE_SECRET, signing: SIGNING_KEY });
  const [books] = await world.db.all<Record<"casks" | "stakes" | "people", number>>(sql`SELECT
    (SELECT count(*) FROM casks) AS casks, (SELECT count(*) FROM stakes) AS stakes, (SELECT count(*) FROM users) AS people`);
  for (const [rule, query] of Object.entries(BOOK_RULES)) {
    const broken = await world.db.all(sql.raw(`${query} LIMIT 5`));
    if (broken.length > 0) throw new Error(`The books do not balance: ${rule} ${JSON.stringify(broken)}`);
  }
  const day = new Date(nowMs).toISOString().slice(0, 10);
  await recordAudit(world.db, {
    id: `demo-data:${day}`,
    actor: "system",
    action: "demo-data-complete",
    subject: "demo-data",
    nowMs,
  });
  const refused = purchases.refused > 0 ? `, ${purchases.refused} refused` : "";
  return (
    `Demo data: ${books?.casks} casks, ${books?.people} people, ${books?.stakes} stakes` +
    ` (${purchases.made} payments and ${issued} certificates made now${refused}); the books balance.`
  );
}

/**
 * So that the pages of proof are there before the timer's first run, which does what is left if this was killed. Only the first: later on
 * the local clock may be ahead of this one, and no day is audited after a later one.
 */
async function makeFirstAudit(
  { db, nowMs }: World,
  {
    proof,
    certificates,
    secret,
    signing,
  }: { proof: R2Bucket; certificates: R2Bucket; secret: string; signing: string },
): Promise<void> {
  if (await proof.head(LATEST_KEY)) return;
  const deps = {
    db,
    nowMs: () => nowMs,
    log: () => undefined,
    proof,
    certificates,
    signingKeys: () => readSigningKeys(signing),
    signLink: (text: string) => keyedHash(secret, `link:${text}`),
  } as Partial<AuditDeps> as AuditDeps;
  await auditDay(deps, yesterdayOf(nowMs).date);
}
