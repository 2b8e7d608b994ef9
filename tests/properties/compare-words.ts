import { sql } from "drizzle-orm";
import Papa from "papaparse";
import { expect } from "vitest";
import type { Paper } from "~/areas/holdings/papers/paper";
import { type PortfolioView, portfolioView } from "~/areas/holdings/portfolio/portfolio-view";
import { readPortfolio } from "~/areas/holdings/portfolio/read-portfolio";
import type { StakeFigures } from "~/areas/holdings/stake-figures";
import { readStatement } from "~/areas/holdings/statements/read-statement";
import { advanceTexts } from "~/content/advance-texts";
import { holdingTexts } from "~/content/holding-texts";
import { statementCsv, statementWords as words } from "~/content/statement-texts";
import { portfolioTexts, returnsTexts } from "~/content/wallet-texts";
import { addDays, type CalendarDate, dateOf, formatDate } from "~/domain/calendar-date";
import { formatChange, formatUsd } from "~/domain/money";
import { periodName, wholeLife } from "~/domain/statement-period";
import { loader } from "~/routes/statements.$file";
import { passOf } from "~/ui/pass-of";
import { balanceOf } from "../support/holdings";
import { openSession } from "../support/open-session";
import { get } from "../support/people";
import { servePage, wordsIn } from "../support/serve-page";
import { readAmount, total, type World, worthTogether } from "./compare-figures";
import { compareTrackers } from "./compare-trackers";

// At the end of each day the wallet is read; much later the statement of any period must say what it said then.

type Evening = { day: CalendarDate; walletCents: number; pendingCents: number; view: PortfolioView };

/** The latest reading of each day, in order. The files for trackers are compared at once. */
export async function noteEvening({ context, person }: World, evenings: Evening[]): Promise<void> {
  const { rows, viewer, nowMs } = await readPortfolio(context, openSession(context, person.userId));
  const day = dateOf(nowMs);
  const whole = await readStatement(context, openSession(context, person.userId), wholeLife(day));
  if (whole) compareTrackers(whole);
  if (evenings.at(-1)?.day === day) evenings.pop();
  evenings.push({
    day,
    walletCents: await balanceOf(context, `user:${person.userId}:wallet`),
    pendingCents: await balanceOf(context, `user:${person.userId}:rewards-pending`),
    view: portfolioView(rows, { ...viewer, nowMs }),
  });
}

const moved = (lines: readonly { cents: number }[]) => lines.reduce((sum, { cents }) => sum + cents, 0);

export async function compareEvenings({ context, person }: World, evenings: readonly Evening[]): Promise<void> {
  for (const [at, after] of evenings.entries()) {
    const before = at === 0 ? null : (evenings[Math.floor((at - 1) / 2)] ?? null);
    const period = periodName({ from: before ? addDays(before.day, 1) : "2000-01-01", to: after.day });
    const statement = await readStatement(context, openSession(context, person.userId), period);
    if (!statement) throw new Error(period);
    const { property, cash } = statement;
    expect(property.closingCents).toBe(after.view.totalInvestedCents);
    expect(property.openingCents).toBe(before?.view.totalInvestedCents ?? 0);
    expect(property.openingCents + moved(property.lines)).toBe(property.closingCents);
    const { walletCents, pendingCents } = after;
    expect(cash.closing).toMatchObject({ walletCents, pendingCents });
    const opening = { walletCents: before?.walletCents ?? 0, pendingCents: before?.pendingCents ?? 0 };
    expect(cash.opening).toMatchObject(opening);
    expect(cash.opening.totalCents + moved(cash.lines)).toBe(cash.closing.totalCents);
  }
}

// Whether the statement says what the wallet and the pages of the stakes say on the same day: the paper that is drawn, line by line,
// and the CSV, cell by cell.
type CsvRow = Record<(typeof statementCsv.columns)[number], string>;
type Wallet = Pick<
  PortfolioView,
  "totalInvestedCents" | "availableCents" | "paidOutCents" | "worthCents" | "returns" | "withdrawals"
>;

/** As the routes answer: the paper on its way to be drawn, and the rows of the file. */
async function readFiles({ context, person }: World, name: string) {
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

/** Everything up to today. */
export async function compareStatement(world: World, stakes: readonly StakeFigures[], wallet: Wallet): Promise<void> {
  const today = dateOf(world.context.nowMs());
  const { paper, csv } = await readFiles(world, `2000-01-01--${today}`);
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
    // The paper has no section in which nothing moved.
    expect(printedSum === undefined ? moved(section) : readAmount(printedSum)).toEqual(printedSum ? after : []);
  }
}

// Whether the pages, as a browser gets them, print the figures that belong to the stakes: read from the words of the HTML.
async function open({ context }: World, who: { cookie: string }, path: string): Promise<string> {
  const response = await servePage(get(`http://localhost:8787${path}`, who.cookie), context.next());
  expect(response.status, path).toBe(200);
  return response.text();
}

/** The amount that stands behind a label. */
function amountAfter(text: string, label: string): number {
  const at = text.indexOf(label);
  if (at < 0) throw new Error(`${label} is not on the page`);
  return readAmount(/[+\u2212]?\$[\d,]+\.\d\d/.exec(text.slice(at + label.length))?.[0]);
}

export async function comparePages(world: World, stakes: readonly StakeFigures[], wallet: Wallet): Promise<void> {
  const { person } = world;
  const page = wordsIn(await open(world, person, "/wallet?tab=portfolio"));
  expect(amountAfter(page, portfolioTexts.invested)).toBe(wallet.totalInvestedCents);
  if (stakes.length > 0) compareSum(page, wallet);
  expect(amountAfter(page, portfolioTexts.available)).toBe(wallet.availableCents);
  if (stakes.length > 0) expect(amountAfter(page, portfolioTexts.worth)).toBe(worthTogether(stakes));
  await compareList(world, stakes);
  for (const one of stakes) await compareStake(world, one);
  await compareUser(world, stakes, wallet);
}

/** The wallet's receipt adds up as it is printed, cent by cent. */
function compareSum(page: string, { returns, paidOutCents, worthCents }: Wallet) {
  const rows = [portfolioTexts.invested, returnsTexts.title, portfolioTexts.paidOut];
  const also = [returnsTexts.onTheWay, returnsTexts.rest].filter((label) => page.includes(label));
  const isKnown = returns.percent !== null || returns.realisedCents !== 0;
  const printed = [...rows, ...also].map((label) =>
    label === returnsTexts.title && !isKnown ? 0 : amountAfter(page, label),
  );
  expect(total(printed)).toBe(worthCents);
  expect(printed.slice(1, 3)).toEqual([returns.realisedCents + (returns.unrealisedCents ?? 0), 0 - paidOutCents]);
}

/** `/stakes`: between the link to a stake and the next one stands what its page says. */
async function compareList(world: World, stakes: readonly StakeFigures[]) {
  const html = await open(world, world.person, "/stakes");
  for (const figures of stakes) {
    const [, printed = ""] = html.split(`href="/stakes/${figures.stakeId}"`);
    const [own = ""] = printed.split('href="/');
    const { stake, worth, advanced, gain, basis } = passOf(figures, world.context.nowMs());
    for (const text of [stake, worth, advanced, gain?.percent, basis])
      if (text) expect(wordsIn(`<a ${own}`)).toContain(text);
  }
}

async function compareStake(world: World, figures: StakeFigures) {
  const page = wordsIn(await open(world, world.person, `/stakes/${figures.stakeId}`));
  const { worth, cost } = holdingTexts;
  const { value, soldForCents, state, gain, realisedCents, unrealisedCents, priceCents, advancedCents } = figures;
  if (state === "active" && value) {
    expect(amountAfter(page, worth.title)).toBe(Math.max(value.cents - advancedCents, 0));
    if (advancedCents > 0) expect(page).toContain(advanceTexts.worth(value.cents, advancedCents));
  }
  if (soldForCents !== null) expect(amountAfter(page, worth.sold)).toBe(soldForCents);
  expect(amountAfter(page, cost.price)).toBe(priceCents);
  if (!gain) return;
  expect(page).toContain(formatChange(gain.cents));
  if (realisedCents !== 0)
    expect(amountAfter(page, soldForCents === null ? worth.realised : worth.result)).toBe(realisedCents);
  if (realisedCents !== 0 && unrealisedCents !== null)
    expect(amountAfter(page, worth.unrealised)).toBe(unrealisedCents);
}

/** What operators read of the same person, and of each request for money. */
async function compareUser(world: World, stakes: readonly StakeFigures[], { availableCents, paidOutCents }: Wallet) {
  const { context, operator, person } = world;
  const page = wordsIn(await open(world, operator, `/operator/users/${person.userId}`));
  expect(amountAfter(page, "Wallet ")).toBe(availableCents);
  for (const { caskName, number, priceCents } of stakes)
    expect(page).toContain(`${caskName} Stake ${number} ${formatUsd(priceCents)}`);
  const asked = await context.db.all<{ id: string; cents: number; state: string }>(
    sql`SELECT id, amount_cents AS cents, state FROM withdrawals WHERE user_id = ${person.userId} ORDER BY created_at_ms DESC`,
  );
  expect(total(asked.filter(({ state }) => state === "paid").map(({ cents }) => cents))).toBe(paidOutCents);
  for (const { id, cents } of asked.slice(0, 3)) {
    const review = wordsIn(await open(world, operator, `/operator/withdrawals/${id}`));
    expect(review).toContain(`${formatUsd(cents)} to `);
  }
}
