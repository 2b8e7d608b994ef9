// At the end of each day the wallet is read; much later the statement of any period must say what it said then.
import { expect } from "vitest";
import { type PortfolioView, portfolioView } from "~/areas/holdings/portfolio/portfolio-view";
import { readPortfolio } from "~/areas/holdings/portfolio/read-portfolio";
import { readStatement } from "~/areas/holdings/statements/read-statement";
import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";
import { periodName } from "~/domain/statement-period";
import { balanceOf } from "../support/holdings";
import { openSession } from "../support/open-session";
import type { World } from "./compare-figures";

type Evening = { day: CalendarDate; walletCents: number; pendingCents: number; view: PortfolioView };

/** The latest reading of each day, in order. */
export async function noteEvening({ context, person }: World, evenings: Evening[]): Promise<void> {
  const { rows, viewer, nowMs } = await readPortfolio(context, openSession(context, person.userId));
  const day = dateOf(nowMs);
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
    const read = await readStatement(context, openSession(context, person.userId), period);
    if (!read.ok) throw new Error(read.code);
    const { property, cash } = read.statement;
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
