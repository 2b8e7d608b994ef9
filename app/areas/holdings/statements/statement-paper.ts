import { type Paper, paperColumns, type PaperSection, type PaperTable } from "~/areas/holdings/papers/paper";
import { total } from "~/areas/holdings/stake-figures";
import { periodText, statementWords as words } from "~/content/statement-texts";
import { addDays, formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import type { Period } from "~/domain/statement-period";
import type { HoldingLine, StakeName, Statement } from "./statement";
import { reasonText } from "./statement-csv";
import type { CashLine, FeeLine } from "./statement-lines";

export function statementPaper(statement: Statement): Paper {
  return {
    title: words.title,
    lead: periodText(statement),
    about: aboutOf(statement),
    sections: [
      summary(statement),
      property(statement),
      { title: words.moves.title, table: movesTable(statement) },
      standing(statement),
      { title: words.cash.title, table: cashTable(statement) },
      paid(statement),
      fees(statement),
      returns(statement),
      { title: words.says.title, texts: words.says.texts },
    ].filter(({ table }) => table?.rows.length !== 0),
    madeOn: statement.madeOn,
  };
}

function aboutOf(statement: Statement): Paper["about"] {
  const { holder, madeOn } = statement;
  return [
    { label: words.about.holder, value: holder.name + (holder.transliterated ? `\n${words.transliterated}` : "") },
    { label: words.about.period, value: periodText(statement) },
    { label: words.about.made, value: formatDate(madeOn) },
    { label: words.about.currency, value: words.currency },
  ];
}

const beforeAndAfter = ({ from, to }: Period) =>
  paperColumns(["", formatDate(addDays(from, -1)), formatDate(to)], [0.5, 0.25, 0.25], [1, 2]);

function summary(statement: Statement): PaperSection {
  const { property, cash, holdings } = statement;
  const value = total(holdings.map(({ worthCents }) => worthCents ?? 0));
  return {
    title: words.summary.title,
    table: {
      columns: beforeAndAfter(statement),
      rows: [
        [words.summary.property, formatUsd(property.openingCents), formatUsd(property.closingCents)],
        [words.summary.value, "", formatUsd(value)],
        [words.summary.cash, formatUsd(cash.opening.totalCents), formatUsd(cash.closing.totalCents)],
      ],
    },
    notes: [
      ...(holdings.some((one) => one.advancedCents > 0) ? [words.summary.worthNote] : []),
      ...(holdings.some((one) => one.value === null) ? [words.summary.valueNote] : []),
    ],
  };
}

function property(statement: Statement): PaperSection {
  const { to, frozen } = statement;
  const advanced = total(statement.holdings.map(({ advancedCents }) => advancedCents));
  const names = frozen.map((stake) => stakeText(stake).replace("\n", ", ")).join("; ");
  return {
    title: words.property.title(formatDate(to)),
    texts: [words.property.text],
    ...(names === "" || statement.holdings.length > 0 ? { table: propertyTable(statement) } : {}),
    notes: [
      ...(frozen.length > 0 ? [words.property.frozen(names)] : []),
      ...(advanced > 0 ? [words.property.advanced(formatUsd(advanced))] : []),
      words.property.note,
    ],
  };
}

function standing(statement: Statement): PaperSection {
  const { opening, closing } = statement.cash;
  const line = (label: string, key: "walletCents" | "setAsideCents" | "pendingCents" | "totalCents") => [
    label,
    formatUsd(opening[key]),
    formatUsd(closing[key]),
  ];
  return {
    title: words.standing.title,
    texts: [words.standing.text],
    table: {
      columns: beforeAndAfter(statement),
      rows: [
        line(words.standing.wallet, "walletCents"),
        line(words.standing.setAside, "setAsideCents"),
        line(words.standing.pending, "pendingCents"),
      ],
      sum: line(words.total, "totalCents"),
    },
    notes:
      opening.onHoldCents === 0 && closing.onHoldCents === 0
        ? []
        : [words.standing.onHold(formatUsd(opening.onHoldCents), formatUsd(closing.onHoldCents))],
  };
}

function paid(statement: Statement): PaperSection {
  const { title, note } = words.paid;
  return { title, table: paidTable(statement), notes: [note] };
}

function fees(statement: Statement): PaperSection {
  const { title, note } = words.fees;
  const notes = statement.fees.some(({ kind }) => kind === "sale") ? [note] : [];
  return { title, table: feesTable(statement), notes };
}

function returns({ to, bySource, tillDate }: Statement): PaperSection {
  const { title, columns, cycles, sales, takenOff, proceeds, promotions, rewards } = words.returns;
  const unrealised = tillDate.unrealisedCents === null ? words.notValued : formatUsd(tillDate.unrealisedCents);
  return {
    title,
    table: {
      columns: paperColumns(columns, [0.75, 0.25], [1]),
      rows: [
        [cycles, formatUsd(bySource.cycleReturnsCents)],
        [sales, formatUsd(bySource.salesCents)],
        ...(bySource.saleAdvancesCents === 0 ? [] : [[takenOff, formatUsd(bySource.saleAdvancesCents)]]),
        [promotions, formatUsd(bySource.promotionsCents)],
        [rewards, formatUsd(bySource.referralRewardsCents)],
      ],
    },
    notes: [
      ...(bySource.saleProceedsCents > 0 ? [proceeds(formatUsd(bySource.saleProceedsCents))] : []),
      ...(bySource.saleAdvancesCents > 0 ? [words.returns.advanced(formatUsd(bySource.saleAdvancesCents))] : []),
      `${words.returns.tillDate(formatDate(to))}: ${words.returns.realised} ${formatUsd(tillDate.realisedCents)}. ${words.returns.unrealised} ${unrealised}.`,
    ],
  };
}

const stakeText = (stake: StakeName) => `${stake.caskName}\n${words.stakeOf(stake)}`;

const sumOf = (lines: readonly { cents: number }[]) => total(lines.map(({ cents }) => cents));

function propertyTable({ holdings, property }: Statement): PaperTable {
  return {
    columns: paperColumns(words.property.columns, [0.3, 0.13, 0.14, 0.14, 0.15, 0.14], [2, 3, 5]),
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

function movesTable({ from, to, property }: Statement): PaperTable {
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

function cashTable({ from, to, cash }: Statement): PaperTable {
  return dated(words.cash.columns, {
    before: [words.opening(formatDate(from)), cash.opening.totalCents],
    lines: cash.lines.map((one) => [formatDate(one.on), reasonText(one.reason), fromText(one), formatUsd(one.cents)]),
    after: [words.closing(formatDate(to)), cash.closing.totalCents],
  });
}

const fromText = ({ stake }: CashLine): string => (stake ? stakeText(stake) : "");

function feeOfText({ kind, stake }: FeeLine): string {
  if (!stake) return "";
  return kind === "sale" ? `${stakeText(stake)}\n${words.fees.sharedBy(stake.totalStakes)}` : stakeText(stake);
}

/** Shares of the width: date, what, of what, amount. */
const DATED = [0.15, 0.35, 0.32, 0.18];

type Dated = { before: [string, number]; lines: string[][]; after: [string, number] };

function dated(columns: readonly [string, string, string, string], { before, lines, after }: Dated): PaperTable {
  return {
    columns: paperColumns(columns, DATED, [3]),
    rows: lines.length === 0 ? [] : [["", before[0], "", formatUsd(before[1])], ...lines],
    sum: ["", after[0], "", formatUsd(after[1])],
  };
}

function paidTable({ paid }: Statement): PaperTable {
  return {
    columns: paperColumns(words.paid.columns, [0.15, 0.45, 0.22, 0.18], [3]),
    rows: paid.map((one) => [formatDate(one.on), one.productName, words.paid.modes[one.mode], formatUsd(one.cents)]),
    sum: [words.total, "", "", formatUsd(sumOf(paid))],
  };
}

function feesTable({ fees }: Statement): PaperTable {
  return {
    columns: paperColumns(words.fees.columns, DATED, [3]),
    rows: fees.map((one) => [formatDate(one.on), words.fees[one.kind], feeOfText(one), formatUsd(one.cents)]),
  };
}
