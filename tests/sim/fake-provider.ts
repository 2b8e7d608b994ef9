import {
  type BookWindow,
  type CheckoutProvider,
  type CreatedSession,
  ProviderError,
  type ProviderBooks,
  type ProviderDispute,
  type ProviderEvent,
  type ProviderName,
  type ProviderRefund,
  type RefundOutcome,
  type RefundRequest,
  type SessionRequest,
  type SessionState,
} from "~/integrations/payments/port";
import type { Invocation, World } from "./world";

// A checkout provider with books of its own: its sessions and what was charged and given back are the truth the product is
// held to at the end. It answers late, fails, shows old news, and sends what it has to say as events.

/** Stripe ends a session a minute later than asked; Copperx on the second. */
const END_MARGIN_MS: Record<ProviderName, number> = { stripe: 60_000, copperx: 0 };

const PAGE = 5;

export type Session = {
  id: string;
  request: SessionRequest;
  status: "open" | "complete" | "expired";
  endsAtMs: number;
  charge: Charge | null;
  /** Until then a reader is shown the session as it was before it was paid. */
  oldNewsUntilMs: number;
};

/** Money that really moved. */
export type Charge = {
  id: string;
  provider: ProviderName;
  paymentId: string;
  /** null: no whole number of cents. */
  cents: number | null;
  currency: string;
  /** What the provider says the payment was for, which may be wrong. */
  claimedPaymentId: string;
  refunds: { key: string; cents: number; by: "us" | "provider"; failed: boolean }[];
  disputed: boolean;
};

export type Paid = { cents?: number | null; currency?: string; claimedPaymentId?: string };

export class SimProvider {
  readonly sessions = new Map<string, Session>();
  readonly charges: Charge[] = [];
  readonly #refundAnswers = new Map<string, RefundOutcome>();
  /** Set by the world's webhook sender. */
  emit: (event: ProviderEvent, delivery: { mustArrive: boolean }) => void = () => undefined;

  constructor(
    readonly name: ProviderName,
    readonly world: World,
  ) {}

  /** As the code under test sees it. */
  seenBy(invocation: Invocation): CheckoutProvider {
    const call = <T>(name: string, effect: () => T) =>
      this.world.step(invocation, {
        kind: "provider",
        name: `${this.name}.${name}`,
        effect,
        error: () => new ProviderError(this.name, "unavailable", "no answer"),
        latencyMs: this.#latencyMs(),
      });
    return {
      name: this.name,
      createSession: (request) => call("createSession", () => this.#create(request)),
      readSession: (sessionId) => call("readSession", () => this.#read(sessionId)),
      expireSession: (sessionId) => call("expireSession", () => this.#expire(sessionId)),
      refund: (request) => call("refund", () => this.#refund(request)),
      verifyWebhook: () => Promise.resolve(null),
    };
  }

  /** What the provider has on record, newest first, in small pages. */
  booksSeenBy(invocation: Invocation): ProviderBooks {
    const page = <T>(name: string, rows: () => T[], cursor: string | null) =>
      this.world.step(invocation, {
        kind: "provider",
        name: `${this.name}.${name}`,
        effect: () => {
          const from = Number(cursor ?? 0);
          const all = rows();
          return { rows: all.slice(from, from + PAGE), next: from + PAGE < all.length ? String(from + PAGE) : null };
        },
        error: () => new ProviderError(this.name, "unavailable", "no answer"),
        latencyMs: this.#latencyMs(),
      });
    return {
      listSessions: ({ fromMs, cursor }: BookWindow) => page("listSessions", () => this.#listSessions(fromMs), cursor),
      listRefunds: ({ fromMs, cursor }: BookWindow) => page("listRefunds", () => this.#listRefunds(fromMs), cursor),
      listDisputes: ({ cursor }: BookWindow) => page("listDisputes", () => this.#listDisputes(), cursor),
    };
  }

  /** The buyer pays on the provider's page. Null: it is too late for that. */
  pay(sessionId: string, paid: Paid = {}): Charge | null {
    const session = this.#find(sessionId);
    // What is sent to a wallet arrives, whether or not anyone still waits for it.
    const payable = session.status === "open" || (this.name === "copperx" && session.status === "expired");
    if (!payable) return null;
    const { request } = session;
    const charge: Charge = {
      id: `${this.name === "stripe" ? "pi" : "0x"}_${sessionId}`,
      provider: this.name,
      paymentId: request.paymentId,
      cents: request.amountCents,
      currency: "USD",
      claimedPaymentId: request.paymentId,
      refunds: [],
      disputed: false,
      ...paid,
    };
    this.charges.push(charge);
    const { random, nowMs, rough } = this.world;
    const oldNewsUntilMs = rough && random.chance(0.2) ? nowMs + random.between(1, 15_000) : 0;
    Object.assign(session, { status: "complete", charge, oldNewsUntilMs });
    return charge;
  }

  /** The provider's own staff, or the buyer's bank, gives money back or takes it. */
  giveBack(charge: Charge, cents: number): ProviderEvent {
    charge.refunds.push({ key: `provider:${charge.refunds.length}`, cents, by: "provider", failed: false });
    return this.#refundEvent(charge);
  }

  sessionEvent(session: Session, type: string): ProviderEvent {
    const named = { sessionId: session.id, providerPaymentId: session.charge?.id ?? null };
    return this.#event(type, { concerns: "session", ...named });
  }

  disputeEvent(charge: Charge, type: string): ProviderEvent {
    return this.#event(type, { concerns: "dispute", providerPaymentId: charge.id });
  }

  /** Nobody has to ask for it: at their time sessions end. */
  endDue(): void {
    for (const session of this.sessions.values())
      if (session.status === "open" && this.world.nowMs > session.endsAtMs) session.status = "expired";
  }

  #create(request: SessionRequest): CreatedSession {
    const key = `${request.paymentId}:${request.attempt}`;
    const id = this.name === "stripe" ? `cs_${key}` : this.world.newId(`cx_${key}`);
    const known = this.sessions.get(id);
    if (known && JSON.stringify(known.request) !== JSON.stringify(request))
      throw new ProviderError(this.name, "rejected", "the key was used for another request");
    const endsAtMs = request.expiresAtMs + END_MARGIN_MS[this.name];
    if (!known) {
      const session: Session = { id, request, status: "open", endsAtMs, charge: null, oldNewsUntilMs: 0 };
      this.sessions.set(id, session);
      if (this.world.rough && this.world.random.chance(0.3)) void this.#tellEnd(session);
    }
    return { sessionId: id, url: `https://checkout.example/${id}`, expiresAtMs: endsAtMs };
  }

  #read(sessionId: string): SessionState {
    this.endDue();
    const session = this.#find(sessionId);
    const { request, charge } = session;
    const old = this.world.nowMs < session.oldNewsUntilMs;
    if (old) this.world.count("old news shown");
    const paid = charge !== null && !old;
    return {
      sessionId,
      status: old ? "open" : session.status,
      paid,
      amountCents: paid ? charge.cents : request.amountCents,
      currency: paid ? charge.currency : "USD",
      paymentId: paid ? charge.claimedPaymentId : request.paymentId,
      providerPaymentId: paid ? charge.id : null,
      url: `https://checkout.example/${sessionId}`,
    };
  }

  #listSessions(fromMs: number): SessionState[] {
    const young = [...this.sessions.values()].filter((session) => session.endsAtMs > fromMs);
    return young.reverse().map(({ id }) => this.#read(id));
  }

  #listRefunds(fromMs: number): ProviderRefund[] {
    const young = new Set(
      [...this.sessions.values()].filter(({ endsAtMs }) => endsAtMs > fromMs).map(({ charge }) => charge),
    );
    const charges = this.name === "stripe" ? this.charges.filter((charge) => young.has(charge)) : [];
    return charges.flatMap(({ id, refunds }) =>
      refunds.map(({ key, cents, failed }) => ({
        refundId: `re_${id}_${key}`,
        providerPaymentId: id,
        amountCents: cents,
        counts: !failed,
      })),
    );
  }

  #listDisputes(): ProviderDispute[] {
    return this.charges
      .filter(({ disputed }) => disputed)
      .map(({ id }) => ({ disputeId: `du_${id}`, providerPaymentId: id, stands: true }));
  }

  #expire(sessionId: string): "expired" | "complete" | "unsupported" {
    if (this.name === "copperx") return "unsupported";
    this.endDue();
    const session = this.#find(sessionId);
    if (session.status === "complete") {
      session.oldNewsUntilMs = 0;
      return "complete";
    }
    session.status = "expired";
    return "expired";
  }

  async #tellEnd(session: Session): Promise<void> {
    await this.world.sleep(session.endsAtMs - this.world.nowMs + 1);
    this.endDue();
    if (session.status === "expired")
      this.emit(this.sessionEvent(session, "checkout.session.expired"), { mustArrive: false });
  }

  /** Keyed by payment, as the adapter keys it; without that key it would be paid back again. */
  #refund(request: RefundRequest): RefundOutcome {
    if (this.name === "copperx") return { status: "manual", refundId: null };
    const before = this.#refundAnswers.get(request.paymentId);
    if (before) return before;
    const charge = this.charges.find((one) => one.id === request.providerPaymentId);
    if (!charge) throw new ProviderError(this.name, "rejected", "no such payment");
    const key = `us:${request.paymentId}`;
    if (givenBackCents(charge) >= (charge.cents ?? 0) && !charge.refunds.some((one) => one.by === "us")) {
      // The adapter answers so when Stripe says that the charge was refunded already.
      return { status: "refunded", refundId: null };
    }
    const status = this.world.rough
      ? this.world.random.weighted({ refunded: 72, pending: 18, failed: 10 })
      : "refunded";
    const outcome: RefundOutcome = { status, refundId: `re_${request.paymentId}` };
    this.#refundAnswers.set(request.paymentId, outcome);
    this.world.count(`refund ${status}`);
    charge.refunds.push({ key, cents: request.amountCents, by: "us", failed: status === "failed" });
    if (status === "failed") return outcome;
    this.emit(this.#refundEvent(charge), { mustArrive: false });
    if (status === "pending" && this.world.random.chance(0.5)) this.#failLater(charge, key);
    return outcome;
  }

  #failLater(charge: Charge, key: string): void {
    for (const one of charge.refunds) if (one.key === key) one.failed = true;
    this.world.count("refund came back");
    const named = { concerns: "refund", providerPaymentId: charge.id } as const;
    this.emit(this.#event("refund.failed", named), { mustArrive: true });
  }

  #refundEvent(charge: Charge): ProviderEvent {
    const refundedCents = givenBackCents(charge);
    return this.#event("charge.refunded", {
      concerns: "refund",
      providerPaymentId: charge.id,
      refundedCents,
      refundedInFull: refundedCents >= (charge.cents ?? 0),
    });
  }

  #event(type: string, more: Partial<ProviderEvent>): ProviderEvent {
    const nothing = { sessionId: null, providerPaymentId: null, refundedCents: null, refundedInFull: false };
    return { id: this.world.newId("evt"), type, concerns: "nothing", ...nothing, ...more };
  }

  #find(sessionId: string): Session {
    const session = this.sessions.get(sessionId);
    if (!session) throw new ProviderError(this.name, "rejected", "no such session");
    return session;
  }

  #latencyMs(): number {
    if (!this.world.rough) return 0;
    const { random } = this.world;
    return random.chance(0.05) ? random.between(5_000, 900_000) : random.between(0, 1_500);
  }
}

export function givenBackCents(charge: Charge): number {
  return charge.refunds.reduce((sum, one) => sum + (one.failed ? 0 : one.cents), 0);
}
