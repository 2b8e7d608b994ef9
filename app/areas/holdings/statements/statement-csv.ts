import { statementCsv, statementWords as words } from "~/content/statement-texts";
import type { Cell } from "~/core/lists";
import { plainDollars } from "~/domain/money";
import type { StakeName, Statement } from "./statement";
import type { CashLine } from "./statement-lines";

const { sections } = statementCsv;

type Line = {
  section: string;
  on?: string | null;
  what: string;
  stake?: StakeName | null;
  cents?: number | null;
  valueCents?: number | null;
  valuedOn?: string | null;
  tier?: string | null;
  advancedCents?: number | null;
};

export function statementRowsForCsv(statement: Statement): Cell[][] {
  return [[...statementCsv.columns], ...linesOf(statement).map(cellsOf)];
}

function cellsOf(line: Line): Cell[] {
  const { section, on = null, what, stake, cents, valueCents, valuedOn = null, tier = null, advancedCents } = line;
  const money = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? null : plainDollars(amount);
  const place = stake ? words.stakeOf(stake) : null;
  const value = [money(valueCents), valuedOn, tier, money(advancedCents)];
  return [section, on, what, stake?.caskName ?? null, place, money(cents), ...value];
}

function linesOf(statement: Statement): Line[] {
  const { from, to, holdings, property, cash, paid, fees } = statement;
  const standing = (section: string, what: string, { opening, closing }: { opening: number; closing: number }) => [
    { section, on: from, what: `${what}: ${words.opening(from)}`, cents: opening },
    { section, on: to, what: `${what}: ${words.closing(to)}`, cents: closing },
  ];
  const between = (key: "walletCents" | "setAsideCents" | "pendingCents") => ({
    opening: cash.opening[key],
    closing: cash.closing[key],
  });
  return [
    { section: sections.period, on: from, what: words.about.period },
    { section: sections.period, on: to, what: words.about.period },
    ...holdings.map((one) => ({
      section: sections.holdings,
      on: one.purchasedOn,
      what: words.moves.what.bought,
      stake: one,
      cents: one.priceCents,
      valueCents: one.value?.cents,
      valuedOn: one.value?.valuedOn,
      tier: one.value?.tier,
      advancedCents: one.advancedCents,
    })),
    ...standing(sections.property, words.summary.property, {
      opening: property.openingCents,
      closing: property.closingCents,
    }),
    ...property.lines.map((one) => ({
      section: sections.property,
      on: one.on,
      what: words.moves.what[one.what],
      stake: one,
      cents: one.cents,
    })),
    ...standing(sections.cash, words.standing.wallet, between("walletCents")),
    ...standing(sections.cash, words.standing.setAside, between("setAsideCents")),
    ...standing(sections.cash, words.standing.pending, between("pendingCents")),
    ...cash.lines.map(({ on, reason, stake, cents }) => ({
      section: sections.cash,
      on,
      what: reasonText(reason),
      stake,
      cents,
    })),
    ...paid.map(({ on, productName, cents }) => ({ section: sections.paid, on, what: productName, cents })),
    ...fees.map((one) => ({
      section: sections.fees,
      on: one.on,
      what: words.fees[one.kind],
      stake: one.stake ?? null,
      cents: one.cents,
    })),
    ...returnLines(statement),
  ];
}

function returnLines({ bySource }: Pick<Statement, "bySource">): Line[] {
  const line = (what: string, cents: number) => ({ section: sections.returns, what, cents });
  const { cycles, sales, takenOff, promotions, rewards } = words.returns;
  return [
    line(cycles, bySource.cycleReturnsCents),
    line(sales, bySource.salesCents),
    ...(bySource.saleAdvancesCents === 0 ? [] : [line(takenOff, bySource.saleAdvancesCents)]),
    line(promotions, bySource.promotionsCents),
    line(rewards, bySource.referralRewardsCents),
  ];
}

export function reasonText(reason: CashLine["reason"]): string {
  const { reasons, other } = words.cash;
  return reason in reasons ? reasons[reason as keyof typeof reasons] : other;
}
