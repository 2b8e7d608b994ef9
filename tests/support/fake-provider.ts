import {
  type BookPage,
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
import * as records from "./provider-records";
import type { Charge, Manners, Paid, Session } from "./provider-records";

// A provider in memory: its sessions, charges and refunds are the truth that the product is compared with. Tests make
// it paid, slow or failing; in the simulation chance does that (tests/sim/sim-provider.ts).

const QUIET: Manners = {
  nowMs: () => 0,
  sessionId: ({ paymentId }) => `session_${paymentId}`,
  chargeId: ({ request }) => `pi_${request.paymentId}`,
  endsAtMs: () => null,
  // So small that every listing has several pages.
  pageSize: 2,
};

export class FakeProvider implements CheckoutProvider, ProviderBooks {
  readonly sessions = new Map<string, Session>();
  readonly charges: Charge[] = [];
  /** The refunds we requested that were not refused, by payment. */
  readonly refunds = new Map<string, RefundRequest>();
  readonly disputes: ProviderDispute[] = [];
  /** The sessions we ended. */
  readonly expired: string[] = [];
  /** The failures of the next calls, in order; null lets a call succeed. */
  failures: (ProviderError["code"] | null)[] = [];
  refundStatus: RefundOutcome["status"] = "refunded";
  createdCalls = 0;
  /** Until then a request to make a session is on its way. */
  slow: Promise<void> | null = null;
  /** The keys of requests to make a session that are on their way. */
  protected readonly inFlight = new Set<string>();
  readonly manners: Manners;

  constructor(
    readonly name: ProviderName,
    manners: Partial<Manners> = {},
  ) {
    this.manners = { ...QUIET, ...manners };
  }

  async createSession(request: SessionRequest): Promise<CreatedSession> {
    this.createdCalls += 1;
    const key = `${request.paymentId}:${request.attempt}`;
    // Of the two only Stripe knows keys.
    if (this.name === "stripe" && this.inFlight.has(key))
      throw new ProviderError(this.name, "in-progress", "the key is in use");
    this.inFlight.add(key);
    try {
      await this.slow;
      this.#failIfTold();
      return this.create(request);
    } finally {
      this.inFlight.delete(key);
    }
  }

  async readSession(sessionId: string): Promise<SessionState> {
    this.#failIfTold();
    return this.read(sessionId);
  }

  async expireSession(sessionId: string): Promise<"expired" | "complete" | "unsupported"> {
    this.#failIfTold();
    return this.expire(sessionId);
  }

  async refund(request: RefundRequest): Promise<RefundOutcome> {
    this.#failIfTold();
    return this.giveBackFor(request, this.refundStatus);
  }

  async readRefunds(providerPaymentId: string): Promise<ProviderRefund[]> {
    this.#failIfTold();
    return this.refundsOf(providerPaymentId);
  }

  async readDisputes(providerPaymentId: string): Promise<ProviderDispute[]> {
    this.#failIfTold();
    return this.disputesOf(providerPaymentId);
  }

  verifyWebhook(_headers: Headers, _rawBody: string): Promise<ProviderEvent | null> {
    return Promise.resolve(null);
  }

  async listSessions({ fromMs, cursor }: BookWindow): Promise<BookPage<SessionState>> {
    this.#failIfTold();
    return this.page(this.sessionsOnRecord(fromMs), cursor);
  }

  async listRefunds({ fromMs, cursor }: BookWindow): Promise<BookPage<ProviderRefund>> {
    this.#failIfTold();
    return this.page(this.refundsOnRecord(fromMs), cursor);
  }

  async listDisputes({ fromMs, cursor }: BookWindow): Promise<BookPage<ProviderDispute>> {
    this.#failIfTold();
    return this.page(this.disputesOnRecord(fromMs), cursor);
  }

  /** The buyer pays on the provider's page, even in a session that has just expired. @returns the session's id */
  pay(paymentId: string, paid: Paid = {}): string {
    const session = this.sessionFor(paymentId);
    this.charge(session, paid);
    return session.id;
  }

  /** Less than the price arrives: nothing is complete, and no event is sent. @returns the session's id */
  payPart(paymentId: string, cents: number): string {
    const session = this.sessionFor(paymentId);
    session.arrivedCents = (session.arrivedCents ?? 0) + cents;
    return session.id;
  }

  sessionFor(paymentId: string): Session {
    const session = [...this.sessions.values()].find((one) => one.request.paymentId === paymentId);
    if (!session) throw new Error(`no session for ${paymentId}`);
    return session;
  }

  /** A second session for the same payment, as if the provider had made two: open, and unknown to us. */
  copySession(paymentId: string, id: string): Session {
    const session: Session = { ...this.sessionFor(paymentId), id, status: "open", charge: null };
    this.sessions.set(id, session);
    return session;
  }

  chargeFor(paymentId: string): Charge {
    const { charge } = this.sessionFor(paymentId);
    if (!charge) throw new Error(`nothing was paid for ${paymentId}`);
    return charge;
  }

  charge(session: Session, paid: Paid = {}): Charge {
    const { request } = session;
    const charge: Charge = {
      id: this.manners.chargeId(session),
      provider: this.name,
      paymentId: request.paymentId,
      cents: request.amountCents,
      currency: "USD",
      claimedPaymentId: request.paymentId,
      refunds: [],
      dispute: null,
      disputedAtMs: Infinity,
      ...paid,
    };
    this.charges.push(charge);
    Object.assign(session, { status: "complete", charge });
    return charge;
  }

  /** The provider's staff, or the buyer's bank, returns money or takes it. */
  takeBack(charge: Charge, cents: number): void {
    charge.refunds.push({
      key: `provider:${charge.refunds.length}`,
      cents,
      by: "provider",
      failed: false,
      atMs: this.#recordedAtMs(),
    });
  }

  /** What has no clock is always in the provider's lists. */
  #recordedAtMs(): number {
    return this.manners.nowMs() || Infinity;
  }

  /** Ends sessions whose time is up, without being asked. */
  endDue(): void {
    for (const session of this.sessions.values())
      if (session.status === "open" && this.manners.nowMs() > session.endsAtMs) session.status = "expired";
  }

  protected create(request: SessionRequest): CreatedSession {
    const id = this.manners.sessionId(request);
    const known = this.sessions.get(id);
    if (known && JSON.stringify(known.request) !== JSON.stringify(request))
      throw new ProviderError(this.name, "rejected", "the key was used for another request");
    const endsAtMs = this.manners.endsAtMs(request.expiresAtMs);
    if (!known) {
      const session = { id, request, endsAtMs: endsAtMs ?? Infinity, charge: null, oldNewsUntilMs: 0 };
      this.sessions.set(id, { ...session, status: "open" });
    }
    return { sessionId: id, url: urlOf(id), expiresAtMs: endsAtMs ?? request.expiresAtMs };
  }

  protected read(sessionId: string): SessionState {
    this.endDue();
    const session = this.find(sessionId);
    const { request, charge } = session;
    const old = this.manners.nowMs() < session.oldNewsUntilMs;
    const paid = charge !== null && !old;
    return {
      sessionId,
      status: old ? "open" : session.status,
      paid,
      amountCents: paid ? charge.cents : request.amountCents,
      currency: paid ? charge.currency : "USD",
      paymentId: paid ? charge.claimedPaymentId : request.paymentId,
      providerPaymentId: paid ? charge.id : null,
      url: urlOf(sessionId),
      ...(!paid && session.arrivedCents && { arrivedCents: session.arrivedCents }),
    };
  }

  protected expire(sessionId: string): "expired" | "complete" | "unsupported" {
    if (this.name === "copperx") return "unsupported";
    this.endDue();
    const session = this.find(sessionId);
    if (session.status === "complete") {
      session.oldNewsUntilMs = 0;
      return "complete";
    }
    session.status = "expired";
    this.expired.push(sessionId);
    return "expired";
  }

  /** Asked twice, it refunds once. */
  protected giveBackFor(request: RefundRequest, status: RefundOutcome["status"]): RefundOutcome {
    if (status === "manual") return { status, refundId: null };
    const charge = this.charges.find((one) => one.id === request.providerPaymentId);
    if (!charge) throw new ProviderError(this.name, "rejected", "no such payment");
    if (records.isAway(charge)) throw new ProviderError(this.name, "rejected", "the charge is disputed");
    const key = `us:${request.paymentId}`;
    const cents = request.amountCents - records.othersCents(charge, key);
    if (cents <= 0) return { status: "refunded", refundId: null };
    const made = { key, cents, by: "us", failed: status === "failed" } as const;
    if (!charge.refunds.some((one) => one.key === key && !one.failed))
      charge.refunds.push({ ...made, atMs: this.#recordedAtMs() });
    if (status !== "failed") this.refunds.set(request.paymentId, request);
    return { status, refundId: `re_${request.paymentId}` };
  }

  protected sessionsOnRecord(fromMs: number): SessionState[] {
    const young = [...this.sessions.values()].filter((session) => session.endsAtMs > fromMs);
    return young.reverse().map(({ id }) => this.read(id));
  }

  protected refundsOnRecord(fromMs: number): ProviderRefund[] {
    return this.charges.flatMap((charge) => records.refundsOf(charge, fromMs));
  }

  protected refundsOf(providerPaymentId: string): ProviderRefund[] {
    return this.refundsOnRecord(0).filter((refund) => refund.providerPaymentId === providerPaymentId);
  }

  protected disputesOf(providerPaymentId: string): ProviderDispute[] {
    return this.disputesOnRecord(0).filter((dispute) => dispute.providerPaymentId === providerPaymentId);
  }

  protected disputesOnRecord(fromMs: number): ProviderDispute[] {
    const disputed = this.charges.flatMap((charge) =>
      charge.disputedAtMs >= fromMs ? records.disputesOf(charge) : [],
    );
    return [...this.disputes, ...disputed];
  }

  protected page<T>(rows: T[], cursor: string | null): BookPage<T> {
    const { pageSize } = this.manners;
    const from = Number(cursor ?? 0);
    return {
      rows: rows.slice(from, from + pageSize),
      next: from + pageSize < rows.length ? String(from + pageSize) : null,
    };
  }

  protected find(sessionId: string): Session {
    const session = this.sessions.get(sessionId);
    if (!session) throw new ProviderError(this.name, "rejected", "no such session");
    return session;
  }

  #failIfTold() {
    const code = this.failures.shift();
    if (code) throw new ProviderError(this.name, code, "told to fail");
  }
}

const urlOf = (sessionId: string) => `https://checkout.example/${sessionId}`;
