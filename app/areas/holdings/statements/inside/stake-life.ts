import { house } from "~/core/ledger/accounts";
import type { StakeRow } from "~/areas/holdings/portfolio/holdings-queries";
import type { PaymentRow, StakeFactRow } from "./statement-rows";

export type ExitKind = "sale" | "buy-back";

/** What happened to a stake, with what it had cost: above zero when it became property, below when it ceased to be. */
export type StakeEvent = {
  stakeId: string;
  what: "bought" | "taken-back" | "given-again" | "sold" | "bought-back" | "resold";
  atMs: number;
  cents: number;
};

/**
 * The life of one stake by the rows of the ledger, in order, or by its own where it was bought from another investor. A stake frozen when its cask was sold ends once it is restored: only then is
 * it paid for.
 */
export function stakeLife(
  stake: StakeRow,
  facts: StakeFactRow | undefined,
  payments: readonly PaymentRow[],
): StakeEvent[] {
  const { stakeId, priceCents } = stake;
  const paid = payments.filter((row) => row.paymentId === facts?.paymentId);
  const events: StakeEvent[] = facts && facts.boughtFeeCents !== null ? boughtFromInvestor(stake, facts) : [];
  for (const { reason, debit, credit, cents, atMs } of paid) {
    if (reason === "stake-sale") events.push({ stakeId, what: "bought", atMs, cents });
    if (reason === "reversal" && debit === house.stakeSales)
      events.push({ stakeId, what: "taken-back", atMs, cents: -cents });
    if (reason === "restored" && credit === house.stakeSales)
      events.push({ stakeId, what: "given-again", atMs, cents });
  }
  if (facts && facts.resoldAtMs !== null)
    return [...events, { stakeId, what: "resold", atMs: facts.resoldAtMs, cents: -priceCents }];
  const soldAtMs = facts?.soldAtMs ?? null;
  if (soldAtMs === null) return events;
  const end = { stakeId, what: facts?.exitKind === "buy-back" ? "bought-back" : "sold", cents: -priceCents } as const;
  const before = events.filter(({ atMs }) => atMs <= soldAtMs);
  if (isTheirs(before)) return [...before, { ...end, atMs: soldAtMs }];
  return isTheirs(events) ? [...events, { ...end, atMs: events.at(-1)?.atMs ?? soldAtMs }] : events;
}

/** Its payment is no sale of ours, so its own changes tell when it was frozen, and stood again. */
function boughtFromInvestor({ stakeId, priceCents }: StakeRow, facts: StakeFactRow): StakeEvent[] {
  const changes = JSON.parse(facts.frozenAndBack) as [becomes: "frozen" | "active", atMs: number][];
  return [
    { stakeId, what: "bought", atMs: facts.purchasedAtMs, cents: priceCents },
    ...changes.map(([becomes, atMs]): StakeEvent =>
      becomes === "frozen"
        ? { stakeId, what: "taken-back", atMs, cents: -priceCents }
        : { stakeId, what: "given-again", atMs, cents: priceCents },
    ),
  ];
}

const isTheirs = (events: readonly StakeEvent[]) => stateAfter(events) === "active";

/** 'none': it was not bought yet. */
export function stateAfter(events: readonly StakeEvent[]): StakeRow["state"] | "none" {
  const last = events.at(-1)?.what;
  if (last === undefined) return "none";
  if (last === "bought" || last === "given-again") return "active";
  return last === "taken-back" ? "frozen" : "ended";
}
