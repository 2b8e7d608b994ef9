import type { PaperTable } from "~/areas/holdings/papers/paper";
import { total } from "~/areas/holdings/stake-figures";
import { statementCsv, statementWords as words, statementWords } from "~/content/statement-texts";
import type { Cell } from "~/core/lists";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd, plainDollars } from "~/domain/money";
import type { HoldingLine, StakeName, Statement } from "./statement";
import type { CashLine, FeeLine } from "./statement-lines";

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
      what: words.fees[one.kind] + (one.kind === "cancellation" ? `: ${one.productName}` : ""),
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

export const stakeText = (stake: StakeName) => `${stake.caskName}\n${statementWords.stakeOf(stake)}`;

const sumOf = (lines: readonly { cents: number }[]) => total(lines.map(({ cents }) => cents));

export function propertyTable({ holdings, property }: Statement): PaperTable {
  const [stake, bought, cost, value, valued, unrealised] = words.property.columns;
  return {
    columns: [
      { label: stake, share: 0.3 },
      { label: bought, share: 0.13 },
      { label: cost, share: 0.14, align: "right" },
      { label: value, share: 0.14, align: "right" },
      { label: valued, share: 0.15 },
      { label: unrealised, share: 0.14, align: "right" },
    ],
    rows: holdings.map((one) => [
      stakeText(one),
      formatDate(one.purchasedOn),
      formatUsd(one.priceCents),
      one.value === null ? words.notValued : formatUsd(one.value.cents),
      valuedText(one),
      one.unrealisedCents === null ? "" : formatUsd(one.unrealisedCents),
    ]),
    sum: [words.total, "", formatUsd(property.closingCents), "", "", ""],
  };
}

const valuedText = ({ value }: HoldingLine) => (value === null ? "" : `${formatDate(value.valuedOn)},\n${value.tier}`);

export function movesTable({ from, to, property }: Statement): PaperTable {
  return dated(words.moves.columns, {
    before: [words.opening(formatDate(from)), property.openingCents],
    lines: property.lines.map((one) => [
      formatDate(one.on),
      words.moves.what[one.what],
      stakeText(one),
      formatUsd(one.cents),
    ]),
    after: [words.closing(formatDate(to)), property.closingCents],
  });
}

export function cashTable({ from, to, cash }: Statement): PaperTable {
  return dated(words.cash.columns, {
    before: [words.opening(formatDate(from)), cash.opening.totalCents],
    lines: cash.lines.map((one) => [formatDate(one.on), reasonText(one.reason), fromText(one), formatUsd(one.cents)]),
    after: [words.closing(formatDate(to)), cash.closing.totalCents],
  });
}

const fromText = ({ stake }: CashLine): string => (stake ? stakeText(stake) : "");

function reasonText(reason: CashLine["reason"]): string {
  const { reasons, other } = words.cash;
  return reason in reasons ? reasons[reason as keyof typeof reasons] : other;
}

function feeOfText({ kind, productName, stake }: FeeLine): string {
  if (!stake) return kind === "cancellation" ? (productName ?? "") : "";
  return kind === "sale" ? `${stakeText(stake)}\n${words.fees.sharedBy(stake.totalStakes)}` : stakeText(stake);
}

type Dated = { before: [string, number]; lines: string[][]; after: [string, number] };

function dated(columns: readonly [string, string, string, string], { before, lines, after }: Dated): PaperTable {
  const [date, what, of, amount] = columns;
  return {
    columns: [
      { label: date, share: 0.15 },
      { label: what, share: 0.35 },
      { label: of, share: 0.32 },
      { label: amount, share: 0.18, align: "right" },
    ],
    rows: lines.length === 0 ? [] : [["", before[0], "", formatUsd(before[1])], ...lines],
    sum: ["", after[0], "", formatUsd(after[1])],
  };
}

export function paidTable({ paid }: Statement): PaperTable {
  const [date, what, by, amount] = words.paid.columns;
  return {
    columns: [
      { label: date, share: 0.15 },
      { label: what, share: 0.45 },
      { label: by, share: 0.22 },
      { label: amount, share: 0.18, align: "right" },
    ],
    rows: paid.map((one) => [formatDate(one.on), one.productName, words.paid.modes[one.mode], formatUsd(one.cents)]),
    sum: [words.total, "", "", formatUsd(sumOf(paid))],
  };
}

export function feesTable({ fees }: Statement): PaperTable {
  const [date, fee, of, amount] = words.fees.columns;
  return {
    columns: [
      { label: date, share: 0.15 },
      { label: fee, share: 0.35 },
      { label: of, share: 0.32 },
      { label: amount, share: 0.18, align: "right" },
    ],
    rows: fees.map((one) => [formatDate(one.on), words.fees[one.kind], feeOfText(one), formatUsd(one.cents)]),
  };
}
