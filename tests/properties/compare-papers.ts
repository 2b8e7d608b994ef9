// Whether the statement says what the wallet and the pages of the stakes say on the same day: the paper that is drawn, line by line,
// and the CSV, cell by cell.
import Papa from "papaparse";
import { expect } from "vitest";
import { statementCsv, statementWords as words } from "~/content/statement-texts";
import { type CalendarDate, dateOf, formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import type { StakeFigures } from "~/areas/holdings/stake-figures";
import type { Paper } from "~/areas/holdings/papers/paper";
import { loader } from "~/routes/statements.$file";
import { get } from "../support/people";
import { readAmount, total, worthTogether, type World } from "./compare-figures";

type CsvRow = Record<(typeof statementCsv.columns)[number], string>;
type Wallet = {
  totalInvestedCents: number;
  availableCents: number;
  paidOutCents: number;
  returns: { realisedCents: number; unrealisedCents: number | null };
  withdrawals: { amountCents: number; state: string }[];
};

/** As the routes answer: the paper on its way to be drawn, and the rows of the file. */
async function readStatement({ context, person }: World, name: string) {
  const drawn: Paper[] = [];
  const draw = (paper: Paper) => {
    drawn.push(paper);
    return Promise.resolve(new Uint8Array());
  };
  const papers = { draw };
  // Another address each time: a paper already drawn is not redrawn.
  const config = { ...context.config, APP_ORIGIN: `http://${crypto.randomUUID()}.localhost:8787` };
  const ask = async (file: string) => {
    const request = get(`http://localhost:8787/statements/${file}`, person.cookie);
    return (await loader({ request, context: context.next({ papers, config }), params: { file } })) as Response;
  };
  await ask(`${name}.pdf`);
  const text = await (await ask(`${name}.csv`)).text();
  const { data } = Papa.parse<CsvRow>(text.replace(/^\uFEFF/, ""), { header: true, skipEmptyLines: true });
  const [paper] = drawn;
  if (!paper) throw new Error("no paper was drawn");
  return { paper, csv: data };
}

const cells = (paper: Paper, title: string) => {
  const table = paper.sections.find((one) => one.title === title)?.table;
  return { rows: table?.rows ?? [], sum: table?.sum ?? [] };
};
const oneLine = (text: string | undefined) => (text ?? "").replaceAll("\n", ", ");

/** Of everything up to today. */
export async function compareStatement(world: World, stakes: readonly StakeFigures[], wallet: Wallet): Promise<void> {
  const today = dateOf(world.context.nowMs());
  const { paper, csv } = await readStatement(world, `2000-01-01--${today}`);
  const held = [...stakes].filter(({ state }) => state === "active");
  const amountAt = (title: string, label: string, column: number) =>
    readAmount(cells(paper, title).rows.find(([first]) => first === label)?.[column]);

  const { summary, property, standing } = words;
  expect(amountAt(summary.title, summary.property, 2)).toBe(wallet.totalInvestedCents);
  expect(amountAt(summary.title, summary.value, 2)).toBe(worthTogether(stakes));
  expect([...cells(paper, property.title(formatDate(today))).rows].sort()).toEqual(held.map(holdingCells).sort());
  expect(amountAt(standing.title, standing.wallet, 2)).toBe(wallet.availableCents);
  const open = wallet.withdrawals.filter(({ state }) => state === "progress");
  expect(amountAt(standing.title, standing.setAside, 2)).toBe(total(open.map(({ amountCents }) => amountCents)));
  const toBank = cells(paper, words.cash.title).rows.filter(
    ([, what]) => what === words.cash.reasons["withdrawal-paid"],
  );
  expect(wallet.paidOutCents + total(toBank.map((row) => readAmount(row[3])))).toBe(0);
  const { realisedCents, unrealisedCents } = wallet.returns;
  expect(oneLine(paper.sections.find(({ title }) => title === words.returns.title)?.notes?.at(-1))).toContain(
    `${words.returns.realised} ${formatUsd(realisedCents)}. ${words.returns.unrealised} ${
      unrealisedCents === null ? words.notValued : formatUsd(unrealisedCents)
    }.`,
  );
  const { cycles, sales } = words.returns;
  const sold = amountAt(words.returns.title, sales, 1);
  expect(amountAt(words.returns.title, cycles, 1) + sold).toBe(realisedCents);
  compareFiles(paper, csv, today);
}

/** A line of the table of property, from the page of the stake. */
function holdingCells({
  caskName,
  number,
  totalStakes,
  purchasedOn,
  priceCents,
  value,
  unrealisedCents,
}: StakeFigures) {
  return [
    `${caskName}\n${words.stakeOf({ number, totalStakes })}`,
    formatDate(purchasedOn),
    formatUsd(priceCents),
    value ? formatUsd(value.cents) : words.notValued,
    value ? `${formatDate(value.valuedOn)},\n${value.tier}` : "",
    unrealisedCents === null ? "" : formatUsd(unrealisedCents),
  ];
}

const { sections } = statementCsv;

/** Each line of the paper is a row of the file; and in the file, too, before and what changed make after. */
function compareFiles(paper: Paper, csv: readonly CsvRow[], today: CalendarDate) {
  const of = (section: string) => csv.filter((row) => row.section === section);
  const isStanding = ({ what }: CsvRow) => what.includes(": ");
  const moved = (section: string) => of(section).filter((row) => !isStanding(row));
  const line = ({ date, what, amount_usd }: CsvRow) => [
    formatDate(date as CalendarDate),
    what,
    formatUsd(readAmount(amount_usd)),
  ];
  const printed = (rows: readonly (readonly string[])[]) => rows.map((row) => [row[0], row[1], row.at(-1)]);
  expect(moved(sections.property).map(line)).toEqual(printed(cells(paper, words.moves.title).rows.slice(1)));
  expect(moved(sections.cash).map(line)).toEqual(printed(cells(paper, words.cash.title).rows.slice(1)));
  expect(of(sections.paid).map(line)).toEqual(printed(cells(paper, words.paid.title).rows));
  expect(of(sections.fees).map(line)).toEqual(printed(cells(paper, words.fees.title).rows));
  expect(of(sections.returns).map(({ what, amount_usd }) => [what, formatUsd(readAmount(amount_usd))])).toEqual(
    cells(paper, words.returns.title).rows.map((row) => [...row]),
  );
  expect(
    of(sections.holdings).map(({ cask, stake, amount_usd, value_usd, valued_on, tier }) => [
      `${cask}\n${stake}`,
      formatUsd(readAmount(amount_usd)),
      value_usd === "" ? words.notValued : formatUsd(readAmount(value_usd)),
      valued_on === "" ? "" : `${formatDate(valued_on as CalendarDate)},\n${tier}`,
    ]),
  ).toEqual(
    cells(paper, words.property.title(formatDate(today))).rows.map(([stake, , cost, value, valued]) => [
      stake,
      cost,
      value,
      valued,
    ]),
  );
  for (const [section, printedSum] of [
    [sections.property, cells(paper, words.moves.title).sum.at(-1)],
    [sections.cash, cells(paper, words.cash.title).sum.at(-1)],
  ] as const) {
    const standing = of(section).filter(isStanding);
    const at = (text: string) =>
      total(standing.filter(({ what }) => what.endsWith(text)).map((row) => readAmount(row.amount_usd)));
    const before = at(words.opening("2000-01-01"));
    const after = at(words.closing(today));
    expect(before + total(moved(section).map((row) => readAmount(row.amount_usd)))).toBe(after);
    expect(after).toBe(readAmount(printedSum));
  }
}
