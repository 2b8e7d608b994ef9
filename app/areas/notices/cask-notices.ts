import { and, count, eq, min, sql } from "drizzle-orm";
import { users } from "~/db/schema/people";
import { formatDate } from "~/domain/calendar-date";
import { type Composer, type NoticeTable, stakeOrWalletPath } from "./notice";
import { casks, valuations } from "~/db/schema/casks";
import { stakes } from "~/db/schema/stakes";
import { creditsOf } from "~/domain/advance";
import { isCounted } from "~/areas/casks/cask-conditions";
import { advancedOn } from "~/core/ledger/advances";
import { formatUsd } from "~/domain/money";
import { mailText, type MailText, walletLink } from "~/content/mail-text";
import { riskTexts } from "~/content/risk-texts";
import { advanceTexts } from "~/content/advance-texts";
import { company } from "~/content/company";

type CaskSold = {
  kind: "sale" | "buy-back";
  caskName: string;
  soldOn: string;
  stakes: number;
  netPerStakeCents: number;
  shareCents: number;
  advancedCents: number;
  creditCents: number;
  walletUrl: string;
};

const whatHappened = {
  sale: (cask: string, on: string) => `${cask} was sold on ${on}.`,
  "buy-back": (cask: string, on: string) => `${company.brand} bought ${cask} back on ${on}.`,
} as const;

export function caskSoldMail(facts: CaskSold): MailText {
  const { kind, caskName, soldOn, stakes, netPerStakeCents, creditCents, walletUrl } = facts;
  const each = `${stakes === 1 ? "your stake" : `each of your ${stakes} stakes`} brought ${formatUsd(netPerStakeCents)}`;
  return mailText(`${caskName}: ${formatUsd(creditCents)} for your ${stakes === 1 ? "stake" : "stakes"}`, [
    `${whatHappened[kind](caskName, formatDate(soldOn))} After fees, ${each}.`,
    ...credited(facts),
    `Your ${stakes === 1 ? "stake has" : "stakes have"} ended, and ${stakes === 1 ? "its certificate says" : "their certificates say"} so. There will be no further returns. Any return you have already requested will still be paid.`,
    walletLink(walletUrl),
  ]);
}

function credited({ shareCents, advancedCents, creditCents }: CaskSold): string[] {
  const withdraw = creditCents > 0 ? ["You can withdraw it from your wallet."] : [];
  if (advancedCents > 0) return [advanceTexts.credited({ shareCents, advancedCents, creditCents }), ...withdraw];
  if (creditCents === 0) return [`${formatUsd(0)} is credited: nothing was left after fees.`];
  return [`${formatUsd(creditCents)} is credited to your wallet.`, ...withdraw];
}

type ValuationFacts = {
  caskName: string;
  stakes: number;
  valueCents: number;
  valuedOn: string;
  tier: string;
  method: string;
  source: string;
  corrects: boolean;
  walletUrl: string;
};

export function newValuationMail(facts: ValuationFacts): MailText {
  const { caskName, stakes, valueCents, valuedOn, tier, method, source, corrects, walletUrl } = facts;
  const value = formatUsd(valueCents);
  const held = stakes === 1 ? "You hold one stake in it." : `You hold ${stakes} stakes in it.`;
  return mailText(`${corrects ? "Corrected valuation" : "New valuation"}: ${value} a stake, ${caskName}`, [
    `One stake in ${caskName} is valued at ${value} as of ${formatDate(valuedOn)}. ${held}`,
    ...(corrects ? ["This corrects an earlier valuation, which no longer counts."] : []),
    `Kind of valuation: ${tier}. Method: ${method}. Source: ${source}.`,
    `This is what the cask may be worth, not what it will bring when it is sold. ${riskTexts.short}`,
    walletLink(walletUrl),
  ]);
}

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
      stakeId: min(stakes.id),
    })
    .from(valuations)
    .innerJoin(casks, eq(casks.id, valuations.caskId))
    .innerJoin(stakes, and(eq(stakes.caskId, casks.id), eq(stakes.userId, userId), eq(stakes.state, "active")))
    .innerJoin(users, eq(users.id, stakes.userId))
    .where(and(eq(valuations.id, valuationId), isCounted))
    .groupBy(users.id);
  if (!found) return "superseded";
  const { email, supersedesId, stakeId, ...facts } = found;
  if (!email) return "no-address";
  const walletUrl = deps.origin + stakeOrWalletPath(stakeId, valuationId);
  return { to: email, mail: newValuationMail({ ...facts, corrects: supersedesId !== null, walletUrl }) };
};

type Sold = {
  email: string | null;
  caskName: string;
  kind: "sale" | "buy-back";
  soldOn: string;
  netPerStakeCents: number;
  stakeId: string | null;
  advances: string;
};

const caskSold: Composer = async (deps, [exitId, userId = ""]) => {
  const [sold] = await deps.db
    .all<Sold>(sql`SELECT users.email, casks.name AS caskName, exits.kind, exits.sold_on AS soldOn,
      exits.net_per_stake_cents AS netPerStakeCents, min(stakes.id) AS stakeId, json_group_array(${advancedOn(sql`stakes.id`)}) FILTER (WHERE stakes.id IS NOT NULL) AS advances
    FROM cask_exits AS exits JOIN casks ON casks.id = exits.cask_id JOIN users ON users.id = ${userId} LEFT JOIN stakes
      ON stakes.cask_id = casks.id AND stakes.user_id = users.id AND (stakes.exit_id = exits.id OR stakes.state = 'active') WHERE exits.id = ${exitId}`);
  if (!sold?.email) return "no-address";
  const { email, stakeId, advances, ...facts } = sold;
  const each = JSON.parse(advances) as number[];
  const walletUrl = deps.origin + stakeOrWalletPath(stakeId, exitId);
  const credits = creditsOf(sold.netPerStakeCents, each);
  return { to: email, mail: caskSoldMail({ ...facts, stakes: each.length, ...credits, walletUrl }) };
};

export const ofCasks = {
  "new-valuation": { subject: "VALUATION:USER", statements: ["areas/casks/propose-valuation"], compose: newValuation },
  "cask-sold": { subject: "EXIT:USER", statements: ["areas/casks/exits/credit-exit"], compose: caskSold },
} satisfies NoticeTable;
