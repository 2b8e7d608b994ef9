import { sql } from "drizzle-orm";
import { type ExitTerms, proposeExit } from "~/areas/casks/exits/propose-exit";
import { dateOf } from "~/domain/calendar-date";
import { divideSale } from "~/domain/divide-sale";
import { confirmExit } from "~/areas/casks/exits/confirm-exit";
import { creditExit } from "~/areas/casks/exits/credit-exit";
import type { TestContext } from "./context";
import { openOperatorSession } from "./open-session";
import { signIn } from "./people";

/** 10,000.07 less 123.45, sold today to a bottler. */
export const soldToday = (context: TestContext, more: Partial<ExitTerms> = {}): ExitTerms => ({
  soldOn: dateOf(context.nowMs()),
  buyerKind: "bottler",
  grossCents: 1_000_007,
  feesCents: 12_345,
  ...more,
});

/** Two operators, and what they do with a cask. */
export async function openExits(context: TestContext) {
  const { db } = context;
  const [first, second] = [
    await signIn(context, { operator: true }),
    await signIn(context, { operator: true }),
  ] as const;

  async function figureOf(caskId: string, terms: ExitTerms): Promise<number> {
    const [cask] = await db.all<{ stakes: number }>(sql`SELECT total_stakes AS stakes FROM casks WHERE id = ${caskId}`);
    return divideSale({ ...terms, stakes: cask?.stakes ?? 0 })?.netPerStakeCents ?? -1;
  }
  const propose = async (caskId: string, terms = soldToday(context), by = first.userId) =>
    proposeExit(context, openOperatorSession(context, by), {
      caskId,
      terms,
      netPerStakeCents: await figureOf(caskId, terms),
    });
  const proposed = async (caskId: string, terms = soldToday(context)): Promise<string> => {
    const outcome = await propose(caskId, terms);
    if (!outcome.ok) throw new Error(`not proposed: ${outcome.code}`);
    return outcome.exitId;
  };
  const confirm = async (exitId: string, caskId: string, terms = soldToday(context), by = second.userId) =>
    confirmExit(context, openOperatorSession(context, by), {
      exitId,
      terms,
      netPerStakeCents: await figureOf(caskId, terms),
    });
  /** Proposed and confirmed; no one is credited yet. */
  const confirmed = async (caskId: string, terms = soldToday(context)): Promise<string> => {
    const exitId = await proposed(caskId, terms);
    const outcome = await confirm(exitId, caskId, terms);
    if (!outcome.ok) throw new Error(`not confirmed: ${outcome.code}`);
    return exitId;
  };
  /** Until it is done. */
  const credit = async (subjectId: string) => {
    for (let run = 0; run < 10; run++) {
      const handled = await creditExit(context, subjectId);
      if (typeof handled === "string") return handled;
    }
    return "never done";
  };
  return { first, second, figureOf, propose, proposed, confirm, confirmed, credit };
}
