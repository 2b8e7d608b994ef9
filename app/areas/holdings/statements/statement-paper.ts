import type { Paper, PaperSection } from "~/areas/holdings/papers/paper";
import { total } from "~/areas/holdings/stake-figures";
import { periodText, statementWords as words } from "~/content/statement-texts";
import { addDays, type CalendarDate, formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { type NamedPeriod, type Period, yearsOf } from "~/domain/statement-period";
import { cashTable, feesTable, movesTable, paidTable, propertyTable, stakeText } from "./statement-tables";
import type { Statement } from "./statement";

const KINDS = ["calendar", "india", "uk"] as const;

function namedYears({ from, to }: Period): NamedPeriod[] {
  return KINDS.flatMap((kind) => yearsOf(kind, from, to)).filter(
    (year) => year.from === from && year.to === to && !year.running,
  );
}

export function statementPaper(statement: Statement): Paper {
  return {
    brand: words.brand,
    title: words.title,
    lead: periodText(statement),
    about: aboutOf(statement),
    sections: [
      summary(statement),
      property(statement),
      moves(statement),
      standing(statement),
      cash(statement),
      paid(statement),
      fees(statement),
      returns(statement),
      { title: words.says.title, texts: words.says.texts },
    ].filter(({ table }) => table?.rows.length !== 0),
    footer: words.footer,
    page: { of: words.pageOf },
    madeOn: statement.madeOn,
  };
}

function aboutOf(statement: Statement): Paper["about"] {
  const { holder, madeOn } = statement;
  const named = namedYears(statement).map(words.yearOf);
  return [
    {
      label: words.about.holder,
      value: holder.name + (holder.transliterated ? `\n${words.transliterated}` : ""),
    },
    { label: words.about.period, value: [periodText(statement), ...named].join("\n") },
    { label: words.about.made, value: formatDate(madeOn) },
    { label: words.about.currency, value: words.currency },
  ];
}

const dayBefore = (day: CalendarDate) => formatDate(addDays(day, -1));

function summary({ from, to, property, cash, holdings }: Statement): PaperSection {
  const value = total(holdings.map(({ worthCents }) => worthCents ?? 0));
  const { columns } = words.summary;
  return {
    title: words.summary.title,
    table: {
      columns: [
        { label: columns[0], share: 0.5 },
        { label: dayBefore(from), share: 0.25, align: "right" },
        { label: formatDate(to), share: 0.25, align: "right" },
      ],
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

function moves(statement: Statement): PaperSection {
  return { title: words.moves.title, table: movesTable(statement) };
}

function standing({ from, to, cash: { opening, closing } }: Statement): PaperSection {
  const line = (label: string, key: "walletCents" | "setAsideCents" | "pendingCents" | "totalCents") => [
    label,
    formatUsd(opening[key]),
    formatUsd(closing[key]),
  ];
  return {
    title: words.standing.title,
    texts: [words.standing.text],
    table: {
      columns: [
        { label: "", share: 0.5 },
        { label: dayBefore(from), share: 0.25, align: "right" },
        { label: formatDate(to), share: 0.25, align: "right" },
      ],
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

function cash(statement: Statement): PaperSection {
  return { title: words.cash.title, table: cashTable(statement) };
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
      columns: [
        { label: columns[0], share: 0.75 },
        { label: columns[1], share: 0.25, align: "right" },
      ],
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
