// What reservation and payment should do, as one plain object with rules that fit on a page: no database, no provider.
import { HOLD_LIFETIME_MS } from "~/domain/checkout-window";

export type Mode = "Bank" | "Crypto";
/** A cask's index, or the joining fee. */
export type Thing = number | "fee";
type State = "open" | "settled" | "expired" | "cancelled" | "refunding" | "refunded" | "disputed";

export type ModelPayment = {
  buyer: number;
  thing: Thing;
  mode: Mode;
  state: State;
  /** At the provider. */
  session: "open" | "expired" | "paid" | "paid-wrong";
  expiresAtMs: number;
  /** True once settled, whatever happened later. The number of its stake stays taken until the payment is refunded. */
  tookStake: boolean;
};

export class PaymentModel {
  readonly payments: ModelPayment[] = [];

  constructor(
    readonly totals: readonly number[],
    /** Buyers whose joining fee was paid outside this model. */
    readonly activeFromStart: readonly boolean[],
    public nowMs: number,
  ) {}

  isActive(buyer: number): boolean {
    return (
      this.activeFromStart[buyer] === true ||
      this.payments.some((one) => one.buyer === buyer && one.thing === "fee" && one.state === "settled")
    );
  }

  /** Rows of stakes, whose numbers may be free again. */
  bought = (cask: number) => this.payments.filter((one) => one.thing === cask && one.tookStake).length;
  sold = (cask: number) =>
    this.payments.filter((one) => one.thing === cask && one.tookStake && one.state !== "refunded").length;
  held = (cask: number) => this.payments.filter((one) => one.thing === cask && one.state === "open").length;
  isFree = (cask: number) => this.sold(cask) + this.held(cask) < (this.totals[cask] ?? 0);

  tokensOf = (buyer: number) =>
    this.payments
      .filter((one) => one.buyer === buyer && one.state === "settled")
      .reduce((sum, { thing }) => sum + (thing === "fee" ? 1_000 : 2_000), 0);

  /** @returns the outcome of the click: a new or existing checkout, or refused */
  start(buyer: number, thing: Thing, mode: Mode): "new" | "same" | "refused" {
    this.expireOverdue((one) => one.buyer === buyer || (thing !== "fee" && one.thing === thing));
    const mine = this.payments.find((one) => one.buyer === buyer && one.thing === thing && one.state === "open");
    if (mine?.mode === mode) return mine.session === "expired" ? "refused" : "same";
    if (mine) mine.state = "cancelled";
    const allowed = thing === "fee" ? !this.isActive(buyer) : this.isActive(buyer) && this.isFree(thing);
    if (!allowed) return "refused";
    const expiresAtMs = this.nowMs + HOLD_LIFETIME_MS;
    this.payments.push({ buyer, thing, mode, state: "open", session: "open", expiresAtMs, tookStake: false });
    return "new";
  }

  expireOverdue(which: (payment: ModelPayment) => boolean = () => true) {
    for (const one of this.payments)
      if (one.state === "open" && one.expiresAtMs <= this.nowMs && which(one)) one.state = "expired";
  }

  settle(payment: ModelPayment) {
    if (!["open", "expired", "cancelled"].includes(payment.state)) return;
    if (payment.session === "expired" && payment.state === "open") payment.state = "expired";
    if (payment.session === "paid-wrong") payment.state = "refunding";
    if (payment.session === "paid") this.#apply(payment);
  }

  #apply(payment: ModelPayment) {
    const { buyer, thing, state } = payment;
    if (thing === "fee") {
      const another = this.payments.some(
        (one) => one.buyer === buyer && one.thing === "fee" && one.state === "settled",
      );
      payment.state = another ? "refunding" : "settled";
      return;
    }
    this.expireOverdue((one) => one.thing === thing && one !== payment);
    payment.tookStake = state === "open" || this.isFree(thing);
    payment.state = payment.tookStake ? "settled" : "refunding";
  }

  /** The buyer left, or the reservation ended: Stripe closes its session, Copperx cannot. */
  leave(payment: ModelPayment) {
    // Copperx ends no session: what has arrived there is looked at once more.
    if (payment.session.startsWith("paid")) return this.settle(payment);
    if (payment.mode === "Bank") payment.session = "expired";
    if (payment.state === "open") payment.state = "cancelled";
  }

  giveBack(payment: ModelPayment, as: "refunded" | "disputed") {
    if (payment.state === "settled" || payment.state === "disputed") payment.state = as;
  }
}
