import { valueStory } from "~/areas/casks/valuation-history";
import { holdingsOf, type HoldingsRows, type StakeRow } from "~/areas/holdings/portfolio/holdings";
import { withdrawalView } from "~/areas/holdings/portfolio/portfolio-view";
import type { ViewerNow } from "~/core/session/viewer";
import type { ResultOf } from "~/db/work";
import { standsAsAdvance } from "~/domain/advance";
import { type CalendarDate, dateOf, daysBetween } from "~/domain/calendar-date";
import { confirmedAge } from "~/domain/confirmed";
import { cycleEnd, cycleStart, endedCycles, runningCycle } from "~/domain/cycles";
import { drawCycleRing } from "~/domain/pictures/cycle-ring";
import { drawStakeValue, type StakeValueChart } from "~/domain/pictures/value-per-stake";
import { cycleReturn, type HeldStake, percentOf, valuedBy } from "~/domain/returns";
import type { readHoldingFacts } from "./read-holding";
import { isOwned, type StakeFigures, stakeFigures } from "./stake-figures";

/**
 * 'ready': can be asked for. 'later': its turn comes once those before it have been requested. 'nothing': ended without
 * a gain. 'unvalued': ended, and no one had valued the cask since it was issued.
 */
type CycleRowState = "running" | "ready" | "later" | "progress" | "paid" | "nothing" | "unvalued";

function cycleRows(stake: HeldStake, today: CalendarDate, readyCycle: number | null) {
  const ended = endedCycles(stake.purchasedOn, today);
  const rows = Array.from({ length: ended + 1 }, (_, index) => {
    const cycle = cycleReturn(stake, index + 1, today);
    const taken = stake.taken.find((one) => one.cycleNumber === cycle.cycleNumber);
    const points = taken ? taken.interestBasisPoints : cycle.interestBasisPoints;
    return {
      cycleNumber: cycle.cycleNumber,
      startsOn: cycleStart(stake.purchasedOn, cycle.cycleNumber),
      endsOn: cycle.endsOn,
      state: taken ? taken.state : untaken(cycle, readyCycle),
      amountCents: taken ? taken.amountCents : cycle.returnCents,
      percent: points === null ? null : percentOf(points),
      valued: valuedBy(cycle),
    };
  });
  return rows.reverse();
}

function untaken(
  { cycleNumber, ended, returnCents }: ReturnType<typeof cycleReturn>,
  readyCycle: number | null,
): CycleRowState {
  if (!ended) return "running";
  if (returnCents === null) return "unvalued";
  if (returnCents === 0) return "nothing";
  return cycleNumber === readyCycle ? "ready" : "later";
}

type Facts = ResultOf<ReturnType<typeof readHoldingFacts>>;

export function holdingView(rows: HoldingsRows, facts: Facts, { activated, nowMs }: ViewerNow) {
  const [figures] = stakeFigures(rows, nowMs);
  const found = facts.facts;
  if (!figures || !found) return null;
  const { active, today } = holdingsOf(rows, nowMs);
  const held = active[0];
  const standing = figures.standing;
  const readyCycle = standing?.isWithdrawable ? standing.currentCycleNumber : null;
  return {
    figures,
    cask: {
      kind: found.kind,
      distillery: found.distillery,
      vintageYear: found.vintageYear || null,
      loaLitres: found.loaDecilitres / 10,
      warehouse: found.warehouse,
      confirmed: facts.exit ? null : confirmedAge(found.confirmedOn, today),
    },
    storagePaidUntil: found.storagePaidUntil,
    cost: {
      paymentId: found.paymentId,
      mode: found.mode,
      paidCents: found.paidCents,
      onTopCents: found.paidCents - figures.priceCents,
    },
    takenBack: takenBack(figures, found.paymentState),
    certificate: certificateOf(rows.stakes[0]),
    valuations: valueStory(facts.values).filter(({ valuedOn }) => valuedOn <= today),
    cycle: held ? cycleOf(figures.purchasedOn, today) : null,
    cycles: held ? cycleRows(held, today, readyCycle) : [],
    readyCents: readyCycle !== null && activated ? (standing?.returnCents ?? null) : null,
    withdrawals: rows.withdrawals.map((row) => withdrawalView(row, nowMs)),
    paidInAll: paidInAll(figures, rows),
    documents: facts.documents.filter(({ visibility }) => visibility === "public" || isOwned(figures)),
    exit: figures.soldForCents === null ? null : (facts.exit ?? null),
    ring: standing ? drawCycleRing({ purchasedOn: figures.purchasedOn, today, ...standing }) : null,
    chart: chartOf(figures, rows, today),
  };
}

function takenBack({ state, soldForCents }: StakeFigures, payment: StakeFacts["paymentState"]) {
  if (state === "active" || soldForCents !== null) return null;
  if (payment === "refunding" || payment === "refunded") return payment;
  return state === "frozen" ? ("frozen" as const) : ("refunded" as const);
}

function paidInAll({ advancedCents, creditedCents }: StakeFigures, { withdrawals }: HoldingsRows) {
  if (advancedCents === 0 && creditedCents === null) return null;
  const advances = withdrawals.filter(({ state }) => standsAsAdvance(state));
  const paid = advances.filter(({ state }) => state === "paid");
  const returnsCents = paid.reduce((sum, one) => sum + one.amountCents, 0);
  return { returnsCents, saleCents: creditedCents, onItsWayCents: advancedCents - returnsCents };
}

type StakeFacts = NonNullable<Facts["facts"]>;

/** On its page as on its paper: it was issued on the date it was made for. */
function certificateOf(stake: StakeRow | undefined) {
  const state = stake?.certificateState ?? "none";
  const { certificateId, certificateCode: code, certificateAtMs } = stake ?? {};
  const isIssued = state === "issued";
  return {
    state,
    href: isIssued ? `/certificates/${certificateId}.pdf` : null,
    code: isIssued ? (code ?? null) : null,
    issuedOn: isIssued && certificateAtMs ? dateOf(certificateAtMs) : null,
  } as const;
}

function cycleOf(purchasedOn: CalendarDate, today: CalendarDate) {
  const endsOn = cycleEnd(purchasedOn, runningCycle(purchasedOn, today));
  return { endsOn, daysLeft: daysBetween(today, endsOn) };
}

function chartOf(
  { state, priceCents, purchasedOn, soldOn, soldForCents }: StakeFigures,
  { valuations }: HoldingsRows,
  today: CalendarDate,
): StakeValueChart | null {
  const sale = soldOn !== null && soldForCents !== null ? { soldOn, cents: soldForCents } : null;
  if (state !== "active" && !sale) return null;
  return drawStakeValue({ priceCents, purchasedOn, valuations, today, sale });
}
