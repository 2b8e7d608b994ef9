import type { HoldingsRows, StakeRow } from "~/areas/holdings/portfolio/holdings";
import { total } from "~/areas/holdings/stake-figures";
import type { statementWords as words } from "~/content/statement-texts";
import { house, MONEY_ACCOUNTS } from "~/core/ledger/accounts";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import type { StakeName } from "./statement";
import type { CashRow, PaymentRow, StakeFactRow, StatementRows } from "./read-statement";

/** Above zero when it became property, below when it ceased to be. */
export type StakeEvent = { stakeId: string; what: keyof typeof words.moves.what; atMs: number; cents: number };

/** A stake frozen when its cask was sold ends once it is restored: only then is it paid for. */
export function stakeLife(
  stake: StakeRow,
  facts: StakeFactRow | undefined,
  payments: readonly PaymentRow[],
): StakeEvent[] {
  const { stakeId, priceCents } = stake;
  const paid = payments.filter((row) => row.paymentId === facts?.paymentId);
  const events: StakeEvent[] = facts && facts.buyerFeeCents !== null ? boughtFromInvestor(stake, facts) : [];
  for (const { reason, debit, credit, cents, atMs } of paid) {
    if (reason === "stake-sale") events.push({ stakeId, what: "bought", atMs, cents });
    if (reason === "reversal" && debit === house.stakeSales)
      events.push({ stakeId, what: "taken-back", atMs, cents: -cents });
    if (reason === "restored" && credit === house.stakeSales)
      events.push({ stakeId, what: "given-again", atMs, cents });
  }
  if (!facts || facts.soldAtMs === null) return events;
  const { soldAtMs, soldAs: what } = facts;
  const end = { stakeId, what, cents: -priceCents };
  const before = events.filter(({ atMs }) => atMs <= soldAtMs);
  if (isTheirs(before)) return [...before, { ...end, atMs: soldAtMs }];
  return isTheirs(events) ? [...events, { ...end, atMs: events.at(-1)?.atMs ?? soldAtMs }] : events;
}

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

export function stateAfter(events: readonly StakeEvent[]): StakeRow["state"] | "none" {
  const last = events.at(-1)?.what;
  if (last === undefined) return "none";
  if (last === "bought" || last === "given-again") return "active";
  return last === "taken-back" ? "frozen" : "ended";
}

export type CashLine = { on: CalendarDate; reason: CashRow["reason"]; stake: StakeName | null; cents: number };

export function cashStanding(
  { walletCents, pendingCents, onHoldCents }: { walletCents: number; pendingCents: number; onHoldCents: number },
  rows: HoldingsRows,
) {
  const open = rows.withdrawals.filter(({ state }) => state === "progress");
  const setAsideCents = total(open.map(({ amountCents }) => amountCents));
  const totalCents = walletCents + setAsideCents + pendingCents;
  // Proceeds of stakes sold to other investors are not in the total.
  return { walletCents, setAsideCents, pendingCents, totalCents, onHoldCents };
}

export function cashLines({ cash, holdings }: StatementRows, nameOf: (stakeId: string) => StakeName): CashLine[] {
  const stakeOfWithdrawal = new Map(holdings.withdrawals.map(({ id, stakeId }) => [id, stakeId]));
  return cash.map(({ reason, refersTo, cents, atMs }) => {
    const [kind, id = ""] = refersTo.split(":");
    const stakeId = kind === "stake" ? id : kind === "withdrawal" ? stakeOfWithdrawal.get(id) : null;
    return { on: dateOf(atMs), reason, stake: stakeId ? nameOf(stakeId) : null, cents };
  });
}

export type FeeLine = {
  on: CalendarDate;
  cents: number;
  kind: "joining" | "sale" | "bought" | "seller";
  stake?: StakeName;
};

export const isOutside = (account: string) => OUTSIDE.has(account);
const OUTSIDE: ReadonlySet<string> = new Set(MONEY_ACCOUNTS);

export function paidLines(payments: readonly PaymentRow[], fromMs: number) {
  return payments
    .filter(({ atMs, debit, credit }) => atMs >= fromMs && isOutside(debit) !== isOutside(credit))
    .map(({ atMs, productName, mode, debit, cents }) => ({
      on: dateOf(atMs),
      productName,
      mode,
      cents: isOutside(debit) ? cents : -cents,
    }));
}

export function feesOf(
  rows: StatementRows,
  within: readonly StakeEvent[],
  nameOf: (stakeId: string) => StakeName,
  fromMs: number,
): FeeLine[] {
  const joining = rows.payments
    .filter(({ atMs, debit, credit }) => atMs >= fromMs && [debit, credit].includes(house.joiningFees))
    .map(({ atMs, credit, cents }): FeeLine => {
      return { kind: "joining", on: dateOf(atMs), cents: credit === house.joiningFees ? cents : -cents };
    });
  const ofStakes = within.flatMap(({ stakeId, what, atMs }): FeeLine[] => {
    const facts = rows.stakeFacts.find((one) => one.stakeId === stakeId);
    const [kind, cents] = feeOf(what, facts);
    return cents === null ? [] : [{ kind, on: dateOf(atMs), stake: nameOf(stakeId), cents }];
  });
  return [...joining, ...ofStakes];
}

function feeOf(what: StakeEvent["what"], facts: StakeFactRow | undefined): [FeeLine["kind"], number | null] {
  if (what === "bought") return ["bought", facts?.buyerFeeCents ?? null];
  if (!facts || what !== facts.soldAs) return ["sale", null];
  return facts.sellerFeeCents === null ? ["sale", facts.caskFeesCents] : ["seller", facts.sellerFeeCents];
}
