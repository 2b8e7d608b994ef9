// What a withdrawal should do, as one plain object: two stakes with one return each, one wallet, one saved account.
const RETURN_CENTS = 10_400;
const HOLD_MS = 48 * 3_600_000;

export type ModelWithdrawal = {
  /** The stake whose return it is; null: the wallet's balance. */
  stake: number | null;
  cents: number;
  account: string;
  state: "progress" | "paid" | "rejected" | "cancelled";
  payableFromMs: number;
};

export class WithdrawalModel {
  readonly withdrawals: ModelWithdrawal[] = [];
  readonly frozen = [false, false];
  active = true;
  walletCents = 0;
  /** Paid out of the house permanently, in cents. */
  bankCents = 0;
  /** Accounts that were paid to before. */
  readonly #paidTo = new Set<string>();
  saved: { account: string; changedAtMs: number } | null = null;

  constructor(public nowMs: number) {}

  heldCents = () =>
    this.withdrawals.filter(({ state }) => state === "progress").reduce((sum, { cents }) => sum + cents, 0);
  /** Returns that were credited and not taken back, in cents. */
  returnsCents = () =>
    this.withdrawals.filter(({ stake, state }) => stake !== null && (state === "progress" || state === "paid")).length *
    RETURN_CENTS;

  #add(stake: number | null, cents: number, account: string): boolean {
    const changedUntilMs = this.saved ? this.saved.changedAtMs + HOLD_MS : 0;
    const newUntilMs = this.#paidTo.has(account) ? 0 : this.nowMs + HOLD_MS;
    const payableFromMs = Math.max(this.nowMs, changedUntilMs, newUntilMs);
    this.withdrawals.push({ stake, cents, account, state: "progress", payableFromMs });
    return true;
  }

  askReturn(stake: number, account: string): boolean {
    const taken = this.withdrawals.some(
      (one) => one.stake === stake && (one.state === "progress" || one.state === "paid"),
    );
    return this.active && !this.frozen[stake] && !taken && this.#add(stake, RETURN_CENTS, account);
  }

  askBalance(shownCents: number, account: string): boolean {
    const open = this.withdrawals.some((one) => one.stake === null && one.state === "progress");
    if (!this.active || open || this.walletCents <= 0 || shownCents !== this.walletCents) return false;
    this.walletCents = 0;
    return this.#add(null, shownCents, account);
  }

  pay(one: ModelWithdrawal): boolean {
    if (one.state !== "progress" || one.payableFromMs > this.nowMs) return false;
    if (one.stake !== null && this.frozen[one.stake]) return false;
    one.state = "paid";
    this.bankCents += one.cents;
    this.#paidTo.add(one.account);
    return true;
  }

  reject = (one: ModelWithdrawal) => this.#takeBack(one, "rejected");
  cancel = (one: ModelWithdrawal) => this.#takeBack(one, "cancelled");

  #takeBack(one: ModelWithdrawal, state: "rejected" | "cancelled"): boolean {
    if (one.state !== "progress") return false;
    one.state = state;
    if (one.stake === null) this.walletCents += one.cents;
    return true;
  }
}
