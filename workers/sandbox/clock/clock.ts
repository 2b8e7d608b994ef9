// The time of the whole local run. It runs as the real one does, some whole days ahead of it.
import type { Deps } from "../deps";
import type { Store } from "../store/store";

declare module "../store/store" {
  interface Documents {
    clock: ClockState;
  }
}

type ClockState = {
  aheadMs: number;
  /** Days that a move which was begun has still to go. */
  daysLeft: number;
  /** The last day that was moved over has not had its scheduled work yet. */
  owesWork: boolean;
};

export const DAY_MS = 86_400_000;
const CURRENT = "current";
/** In `Deps.inFlight` while a move is running. */
const MOVING = "clock:moving";
/** Only the last days of a long move are audited, as after an outage: an audit takes longer than all other work of a day. */
const AUDITED_DAYS = 7;

export function clockState({ store }: { store: Store }): ClockState {
  return store.get("clock", CURRENT) ?? { aheadMs: 0, daysLeft: 0, owesWork: false };
}

/** Only before it has been moved. */
export function startClock(store: Store, aheadMs: number): void {
  if (!store.get("clock", CURRENT)) store.put("clock", CURRENT, { aheadMs, daysLeft: 0, owesWork: false });
}

export const isMoving = ({ inFlight }: Pick<Deps, "inFlight">) => inFlight.has(MOVING);

export type Moved = {
  days: number;
  /** The sums of what the runs of the scheduled work reported: a `true` counts as one. */
  ran: Record<string, number>;
};

/**
 * Moves on day by day, after each the sandbox's own work and then the day's scheduled work. Each step is kept, so that a move that was cut
 * off goes on where it was, with the next call. One at a time: ask `isMoving` first.
 * @throws what the scheduled work threw; that day's is run again by the next call
 */
export async function moveClock(deps: Deps, runDueWork: (deps: Deps) => Promise<void>, days: number): Promise<Moved> {
  const moved: Moved = { days: 0, ran: {} };
  deps.inFlight.add(MOVING);
  try {
    put(deps, { daysLeft: clockState(deps).daysLeft + days });
    for (let state = clockState(deps); state.owesWork || state.daysLeft > 0; state = clockState(deps)) {
      if (!state.owesWork) put(deps, { aheadMs: state.aheadMs + DAY_MS, daysLeft: state.daysLeft - 1, owesWork: true });
      await runDueWork(deps);
      addTo(moved.ran, await deps.runSkippedDay({ isAudited: clockState(deps).daysLeft < AUDITED_DAYS }));
      put(deps, { owesWork: false });
      moved.days += 1;
    }
    // What looks back at everything since its last run, as reconciliation does, needs no day of its own.
    if (moved.days > 0) addTo(moved.ran, await deps.runSettlement());
    return moved;
  } finally {
    deps.inFlight.delete(MOVING);
  }
}

function put(deps: Deps, change: Partial<ClockState>): void {
  deps.store.put("clock", CURRENT, { ...clockState(deps), ...change });
}

function addTo(sums: Record<string, number>, summary: unknown): void {
  if (typeof summary !== "object" || summary === null) return;
  for (const [name, value] of Object.entries(summary)) sums[name] = (sums[name] ?? 0) + (Number(value) || 0);
}
