import {
  type BookWindow,
  type CheckoutProvider,
  type CreatedSession,
  ProviderError,
  type ProviderBooks,
  type ProviderEvent,
  type ProviderName,
  type RefundOutcome,
  type RefundRequest,
  type SessionRequest,
  type SessionState,
} from "~/integrations/payments/port";
import { FakeProvider } from "../support/fake-provider";
import { type Charge, givenBackCents, isAway, type Paid, type Session } from "../support/provider-records";
import type { Invocation, World } from "./world";

// The fake provider, driven by chance: it answers late, fails, returns stale data, refuses refunds or takes them back,
// and sends its events.

/** How much later a session ends than asked for: Stripe a minute, the others not at all. */
const endMarginMs = (name: ProviderName) => (name === "stripe" ? 60_000 : 0);

const PAGE = 5;
/** After that Stripe may have forgotten a key. */
const KEY_LIVES_MS = 86_400_000;

export class SimProvider extends FakeProvider {
  /** Until when the first request under a key is worked on. */
  readonly #busyUntilMs = new Map<string, number>();
  readonly #refundAnswers = new Map<string, { outcome: RefundOutcome; untilMs: number }>();
  /** Set by the simulation's webhook sender. */
  emit: (event: ProviderEvent, delivery: { mustArrive: boolean }) => void = () => undefined;

  constructor(
    name: ProviderName,
    readonly world: World,
  ) {
    super(name, {
      nowMs: () => world.nowMs,
      // Copperx has no idempotency keys: asked again, it makes another session.
      sessionId: ({ paymentId, attempt }) =>
        name === "stripe" ? `cs_${paymentId}:${attempt}` : world.newId(`cx_${paymentId}:${attempt}`),
      chargeId: ({ id }) => `${name === "stripe" ? "pi" : "0x"}_${id}`,
      endsAtMs: (expiresAtMs) => expiresAtMs + endMarginMs(name),
      pageSize: PAGE,
    });
  }

  /** The provider as the code under test sees it. */
  seenBy(invocation: Invocation): CheckoutProvider {
    return {
      name: this.name,
      createSession: (request) => this.#createSession(invocation, request),
      readSession: (sessionId) => this.#call(invocation, "readSession", () => this.read(sessionId)),
      expireSession: (sessionId) => this.#call(invocation, "expireSession", () => this.expire(sessionId)),
      refund: (request) => this.#call(invocation, "refund", () => this.#refund(request)),
      readRefunds: (chargeId) => this.#call(invocation, "readRefunds", () => this.refundsOf(chargeId)),
      readDisputes: (chargeId) => this.#call(invocation, "readDisputes", () => this.disputesOf(chargeId)),
      verifyWebhook: () => Promise.resolve(null),
    };
  }

  /** What the provider has on record, newest first, in small pages. */
  booksSeenBy(invocation: Invocation): ProviderBooks {
    const page = <T>(name: string, rows: () => T[], cursor: string | null) =>
      this.#call(invocation, name, () => this.page(rows(), cursor));
    return {
      listSessions: ({ fromMs, cursor }: BookWindow) =>
        page("listSessions", () => this.sessionsOnRecord(fromMs), cursor),
      listRefunds: ({ fromMs, cursor }: BookWindow) =>
        page("listRefunds", () => (this.name === "stripe" ? this.refundsOnRecord(fromMs) : []), cursor),
      listDisputes: ({ fromMs, cursor }: BookWindow) =>
        page("listDisputes", () => this.disputesOnRecord(fromMs), cursor),
    };
  }

  /** The buyer pays on the provider's page. Null: it is too late. */
  paySession(sessionId: string, paid: Paid = {}): Charge | null {
    const session = this.find(sessionId);
    // Crypto sent to a wallet arrives, whether or not anyone still waits for it.
    const payable = session.status === "open" || (this.name === "copperx" && session.status === "expired");
    if (!payable) return null;
    const charge = this.charge(session, paid);
    const { random, nowMs, rough } = this.world;
    session.oldNewsUntilMs = rough && random.chance(0.2) ? nowMs + random.between(1, 15_000) : 0;
    return charge;
  }

  /** The provider's staff, or the buyer's bank, returns money or takes it, and an event is sent. */
  giveBack(charge: Charge, cents: number): ProviderEvent {
    this.takeBack(charge, cents);
    return this.refundEvent(charge);
  }

  sessionEvent(session: Session, type: string): ProviderEvent {
    const named = { sessionId: session.id, providerPaymentId: session.charge?.id ?? null };
    return this.#event(type, { concerns: "session", ...named });
  }

  disputeEvent(charge: Charge, type: string): ProviderEvent {
    return this.#event(type, { concerns: "dispute", providerPaymentId: charge.id });
  }

  protected override create(request: SessionRequest): CreatedSession {
    const before = this.sessions.size;
    const created = super.create(request);
    const isNew = this.sessions.size > before;
    if (isNew && this.world.rough && this.world.random.chance(0.3)) void this.#tellEnd(this.find(created.sessionId));
    return created;
  }

  protected override read(sessionId: string): SessionState {
    const state = super.read(sessionId);
    if (this.world.nowMs < this.find(sessionId).oldNewsUntilMs) this.world.count("old news shown");
    return state;
  }

  async #tellEnd(session: Session): Promise<void> {
    await this.world.sleep(session.endsAtMs - this.world.nowMs + 1);
    this.endDue();
    if (session.status === "expired")
      this.emit(this.sessionEvent(session, "checkout.session.expired"), { mustArrive: false });
  }

  /** As Stripe does: while a request is worked on, another one under its key is told so. */
  #createSession(invocation: Invocation, request: SessionRequest): Promise<CreatedSession> {
    const { nowMs } = this.world;
    const latencyMs = this.#latencyMs();
    const key = `${request.paymentId}:${request.attempt}`;
    const inUse = this.name === "stripe" && (this.#busyUntilMs.get(key) ?? 0) > nowMs;
    if (!inUse) this.#busyUntilMs.set(key, nowMs + latencyMs);
    const answer = () => {
      if (!inUse) return this.create(request);
      this.world.count("key in use");
      throw new ProviderError(this.name, "in-progress", "the key is in use");
    };
    return this.#call(invocation, "createSession", answer, inUse ? 50 : latencyMs);
  }

  /** Keyed by payment, like the adapter's; without that key it would be refunded again. */
  #refund(request: RefundRequest): RefundOutcome {
    if (this.name === "copperx") return this.giveBackFor(request, "manual");
    const { random, nowMs, rough } = this.world;
    const before = this.#refundAnswers.get(request.paymentId);
    if (before && nowMs < before.untilMs) return before.outcome;
    if (before) this.world.count("key forgotten");
    const charge = this.charges.find((one) => one.id === request.providerPaymentId);
    if (charge && isAway(charge)) this.world.count("refund refused");
    if (charge && !isAway(charge) && givenBackCents(charge) >= (charge.cents ?? 0)) {
      // The adapter answers so when Stripe says that the charge was already refunded.
      return { status: "refunded", refundId: null };
    }
    const status = rough ? random.weighted({ refunded: 72, pending: 18, failed: 10 }) : "refunded";
    const outcome = this.giveBackFor(request, status);
    this.#refundAnswers.set(request.paymentId, { outcome, untilMs: nowMs + KEY_LIVES_MS });
    this.world.count(`refund ${status}`);
    if (status === "failed" || !charge) return outcome;
    this.emit(this.refundEvent(charge), { mustArrive: false });
    if (status === "pending" && random.chance(0.5)) this.#failLater(charge, `us:${request.paymentId}`);
    return outcome;
  }

  #failLater(charge: Charge, key: string): void {
    for (const one of charge.refunds) if (one.key === key) one.failed = true;
    this.world.count("refund came back");
    const named = { concerns: "refund", providerPaymentId: charge.id } as const;
    this.emit(this.#event("refund.failed", named), { mustArrive: true });
  }

  refundEvent(charge: Charge): ProviderEvent {
    return this.#event("charge.refunded", { concerns: "refund", providerPaymentId: charge.id });
  }

  #event(type: string, more: Partial<ProviderEvent>): ProviderEvent {
    const nothing = { sessionId: null, providerPaymentId: null };
    return { id: this.world.newId("evt"), type, concerns: "nothing", ...nothing, ...more };
  }

  #call<T>(invocation: Invocation, name: string, effect: () => T, latencyMs = this.#latencyMs()): Promise<T> {
    return this.world.step(invocation, {
      kind: "provider",
      name: `${this.name}.${name}`,
      effect,
      error: () => new ProviderError(this.name, "unavailable", "no answer"),
      latencyMs,
    });
  }

  #latencyMs(): number {
    if (!this.world.rough) return 0;
    const { random } = this.world;
    return random.chance(0.05) ? random.between(5_000, 900_000) : random.between(0, 1_500);
  }
}
