import { and, count, eq, sql } from "drizzle-orm";
import { caskOpensMail, certificateReadyMail } from "~/content/notice-mails";
import { newValuationMail } from "~/content/notice-mails-casks";
import { caskSoldMail } from "~/content/notice-mails-exit";
import { caskPath } from "~/content/page-paths";
import { casks, valuations } from "~/db/schema/casks";
import { users } from "~/db/schema/people";
import { certificates, stakes } from "~/db/schema/stakes";
import { row, runWork, together } from "~/db/work";
import { creditsOf } from "~/domain/advance";
import { dateOf } from "~/domain/calendar-date";
import { groupCode } from "~/domain/certificate-code";
import { isCounted } from "~/areas/casks/cask-conditions";
import { advancedOn } from "~/core/ledger/advances";
import type { Composer, NoticeTable } from "./notice";
import { firstStakeIn, type Place, placeUrl, stakeOrWalletPath } from "./place";

const valuedStake: Place = {
  query: ([id, userId]) =>
    firstStakeIn(sql`(SELECT cask_id FROM valuations WHERE id = ${id})`, userId, sql`state = 'active'`),
  path: stakeOrWalletPath,
};
const soldStake: Place = {
  query: ([id, userId]) =>
    firstStakeIn(sql`(SELECT cask_id FROM cask_exits WHERE id = ${id})`, userId, sql`state <> 'frozen'`),
  path: stakeOrWalletPath,
};
const certifiedStake: Place = {
  query: ([id]) => sql`SELECT stakes.user_id AS userId, stakes.id AS stakeId FROM certificates
      JOIN stakes ON stakes.id = certificates.stake_id WHERE certificates.id = ${id} AND certificates.state = 'issued'`,
  path: stakeOrWalletPath,
};

/** What a holder's stakes are valued at now. Not sent once it was corrected or the stakes are gone. */
const newValuation: Composer = async (deps, [valuationId, userId]) => {
  if (!userId) return "no-address";
  const [found] = await deps.db
    .select({
      email: users.email,
      caskName: casks.name,
      valueCents: valuations.valueCents,
      valuedOn: valuations.valuedOn,
      tier: valuations.tier,
      method: valuations.method,
      source: valuations.source,
      supersedesId: valuations.supersedesId,
      stakes: count(stakes.id),
    })
    .from(valuations)
    .innerJoin(casks, eq(casks.id, valuations.caskId))
    .innerJoin(stakes, and(eq(stakes.caskId, casks.id), eq(stakes.userId, userId), eq(stakes.state, "active")))
    .innerJoin(users, eq(users.id, stakes.userId))
    .where(and(eq(valuations.id, valuationId), isCounted))
    .groupBy(users.id);
  if (!found) return "superseded";
  const { email, supersedesId, ...facts } = found;
  if (!email) return "no-address";
  const walletUrl = await placeUrl(deps, valuedStake, [valuationId, userId]);
  return { to: email, userId, mail: newValuationMail({ ...facts, corrects: supersedesId !== null, walletUrl }) };
};

type Sold = {
  email: string | null;
  caskName: string;
  kind: "sale" | "buy-back";
  soldOn: string;
  netPerStakeCents: number;
  /** What was advanced on each of their stakes, as JSON. */
  advances: string;
};

/** What a user's stakes brought. Stakes whose credit is still on its way are counted too. */
const caskSold: Composer = async (deps, [exitId, userId = ""]) => {
  const [sold] = await deps.db
    .all<Sold>(sql`SELECT users.email, casks.name AS caskName, exits.kind, exits.sold_on AS soldOn,
      exits.net_per_stake_cents AS netPerStakeCents, (SELECT json_group_array(${advancedOn(sql`stakes.id`)}) FROM stakes
        WHERE stakes.cask_id = casks.id AND stakes.user_id = users.id AND (stakes.exit_id = exits.id OR stakes.state = 'active')) AS advances
    FROM cask_exits AS exits JOIN casks ON casks.id = exits.cask_id JOIN users ON users.id = ${userId} WHERE exits.id = ${exitId}`);
  if (!sold?.email) return "no-address";
  const { email, advances, ...facts } = sold;
  const each = JSON.parse(advances) as number[];
  const walletUrl = await placeUrl(deps, soldStake, [exitId, userId]);
  const credits = creditsOf(sold.netPerStakeCents, each);
  return { to: email, mail: caskSoldMail({ ...facts, stakes: each.length, ...credits, walletUrl }) };
};

/** The PDF is there. One that has been voided since is covered by the notice of what voided it. */
const certificateReady: Composer = async (deps, [certificateId]) => {
  const [found] = await deps.db
    .select({
      email: users.email,
      state: certificates.state,
      code: certificates.code,
      caskName: casks.name,
      stakeNumber: stakes.number,
      totalStakes: casks.totalStakes,
    })
    .from(certificates)
    .innerJoin(stakes, eq(stakes.id, certificates.stakeId))
    .innerJoin(casks, eq(casks.id, stakes.caskId))
    .innerJoin(users, eq(users.id, stakes.userId))
    .where(eq(certificates.id, certificateId));
  if (!found?.email) return "no-address";
  if (found.state !== "issued") return "superseded";
  const code = groupCode(found.code);
  const walletUrl = await placeUrl(deps, certifiedStake, [certificateId]);
  const facts = { ...found, code, verifyUrl: `${deps.origin}/verify/${code}`, walletUrl };
  return { to: found.email, mail: certificateReadyMail(facts) };
};

/** A cask opens today. What could not be sent before it closed is not sent any more. */
const caskOpens: Composer = async ({ db, nowMs, origin }, [caskId, userId = ""]) => {
  const caskQuery = db.select({ name: casks.name, closesOn: casks.closesOn }).from(casks).where(eq(casks.id, caskId));
  const personQuery = db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const { cask, person } = await runWork(db, together({ cask: row(caskQuery), person: row(personQuery) }));
  if (!person?.email) return "no-address";
  if (!cask || cask.closesOn < dateOf(nowMs())) return "superseded";
  const caskUrl = `${origin}${caskPath(caskId)}`;
  return { to: person.email, userId, mail: caskOpensMail({ caskName: cask.name, closesOn: cask.closesOn, caskUrl }) };
};

export const ofCasks = {
  "cask-opens": {
    subject: "CASK:USER",
    statements: ["areas/notices/tell-openings"],
    once: "a cask opens on one day, and its row is never deleted",
    topic: "launches",
    compose: caskOpens,
  },
  "new-valuation": {
    subject: "VALUATION:USER",
    statements: ["areas/casks/tell-holders"],
    once: "the row of the valuation is written once and never deleted",
    topic: "valuations",
    compose: newValuation,
  },
  "cask-sold": {
    subject: "EXIT:USER",
    statements: ["areas/casks/exits/credit-exit"],
    once: "the first of a holder's stakes is credited once",
    compose: caskSold,
  },
  "certificate-ready": {
    subject: "CERTIFICATE",
    statements: ["areas/holdings/certificates/issue-certificate"],
    once: "a certificate is issued once",
    compose: certificateReady,
  },
} satisfies NoticeTable;
