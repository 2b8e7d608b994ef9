import { dateOf } from "~/domain/calendar-date";
import { divideSale } from "~/domain/divide-sale";
import { confirmExit } from "~/features/exits/confirm-exit";
import type { ExitTerms } from "~/features/exits/exit-terms";
import { proposeExit } from "~/features/exits/propose-exit";
import type { Shop } from "../shop";
import { CASKS, OPERATOR, SECOND_OPERATOR } from "../template-plan";
import { sessionOf, signIn } from "./sign-in";

// Two operators sell a cask, each pressing until there is an answer.

export type Sale = { caskId: string; terms: ExitTerms; netPerStakeCents: number; exitId: string };

type Cask = (typeof CASKS)[keyof typeof CASKS];

/** Null: another sale of it stands already, or it has ended. */
export async function propose(shop: Shop, { id: caskId, stakes }: Cask, terms: ExitTerms): Promise<Sale | null> {
  const netPerStakeCents = divideSale({ ...terms, stakes })?.netPerStakeCents ?? 0;
  for (;;) {
    const answer = await shop.world.invoke("propose exit", (invocation) => {
      const deps = shop.deps(invocation);
      return proposeExit(deps, sessionOf(deps, signIn(shop, OPERATOR)), { caskId, terms, netPerStakeCents });
    });
    if (answer.ok) return answer.value.ok ? { caskId, terms, netPerStakeCents, exitId: answer.value.exitId } : null;
    await shop.world.sleep(5_000);
  }
}

/** @param nudged whether the crediting begins at once */
export async function confirm(shop: Shop, { exitId, terms, netPerStakeCents }: Sale, nudged = true): Promise<void> {
  for (;;) {
    const answer = await shop.world.invoke("confirm exit", (invocation) => {
      const deps = shop.deps(invocation);
      const nudge = nudged ? deps.nudge : () => Promise.resolve();
      const session = sessionOf(deps, signIn(shop, SECOND_OPERATOR));
      return confirmExit({ ...deps, nudge }, session, { exitId, terms, netPerStakeCents });
    });
    if (answer.ok) return shop.world.count(answer.value.ok ? "cask sold" : `cask not sold: ${answer.value.code}`);
    await shop.world.sleep(5_000);
  }
}

/** At a gain or at a loss, now and then for nothing; sometimes two operators confirm at once. */
export async function sellSomeCask(shop: Shop, longestPauseMs: number): Promise<void> {
  const { world } = shop;
  const { random } = world;
  await world.sleep(random.between(0, longestPauseMs));
  const cask = random.pick(Object.values(CASKS));
  const grossCents = random.chance(0.1)
    ? 0
    : Math.round((cask.priceCents * cask.stakes * random.between(5, 170)) / 100) + random.between(0, 9);
  const feesCents = Math.floor((grossCents * random.between(0, 20)) / 100);
  const buyerKind = random.chance(0.3) ? "provider" : "trade";
  const sale = await propose(shop, cask, { soldOn: dateOf(world.nowMs), buyerKind, grossCents, feesCents });
  if (!sale) return;
  await world.sleep(random.between(0, longestPauseMs));
  if (random.chance(0.3)) void confirm(shop, sale);
  await confirm(shop, sale);
}
