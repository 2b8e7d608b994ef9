import { expect } from "vitest";
import type { Statement } from "~/areas/holdings/statements/statement";
import { ghostfolioFile, performancePrices, performanceRows } from "~/areas/holdings/statements/trackers";
import { csvLines } from "~/server/csv-answer";
import { lastQuote, type Read, readGhostfolio, readPerformance } from "../support/tracker-files";

export const tracked = { portfolios: 0 };

const moved = (lines: readonly { cents: number }[]) => lines.reduce((sum, { cents }) => sum + cents, 0);

/** Both trackers' files, read by their formats, against the statement of everything up to a day. */
export function compareTrackers(statement: Statement): void {
  const { tracked: history, holdings, property, bySource, fees, to } = statement;
  const lines = (...whats: string[]) => moved(property.lines.filter(({ what }) => whats.includes(what)));
  const ofKind = (...kinds: string[]) => moved(fees.filter(({ kind }) => kinds.includes(kind)));
  const figures = {
    bought: lines("bought", "given-again"),
    sold: bySource.saleProceedsCents + ofKind("seller") - lines("taken-back"),
    returns: bySource.cycleReturnsCents,
    fees: ofKind("bought", "seller"),
  };
  const valueOf = ({ quantity }: Read, priceOf: (of: string) => number | null | undefined) =>
    [...quantity].reduce((all, [of, count]) => all + count * (priceOf(of) ?? 0), 0);
  // Where no one has valued a cask since its issue, a tracker is told the issue price.
  const issueOf = (name: string) => history.casks.find((one) => one.name === name)?.values.at(-1)?.valueCents ?? 0;
  const value = moved(holdings.map((one) => one.value ?? { cents: issueOf(one.caskName) }));
  const count = ({ quantity }: Read) => [...quantity.values()].reduce((all, one) => all + one, 0);
  const ghostfolio = readGhostfolio(ghostfolioFile(history, to));
  expect(ghostfolio).toMatchObject(figures);
  expect([count(ghostfolio), valueOf(ghostfolio, (of) => ghostfolio.prices.get(of))]).toEqual([holdings.length, value]);
  for (const style of ["point", "comma"] as const) {
    const performance = readPerformance(csvLines(performanceRows(history), style), style);
    expect(performance).toMatchObject(figures);
    const quoteOf = (caskId: string) => lastQuote(csvLines(performancePrices(history, caskId) ?? [], style), style);
    expect([count(performance), valueOf(performance, quoteOf)]).toEqual([holdings.length, value]);
  }
  if (history.trades.length > 0) tracked.portfolios += 1;
}
