import {
  type BookPage,
  type BookWindow,
  type CheckoutProvider,
  type CreatedSession,
  type ProviderEvent,
  ProviderError,
  type ProviderBooks,
  type ProviderDispute,
  type ProviderName,
  type ProviderRefund,
  type RefundOutcome,
  type RefundRequest,
  type SessionRequest,
  type SessionState,
} from "~/integrations/payments/port";

type Kept = SessionState & { request: SessionRequest };

/** A provider in memory: honest about its sessions, keyed as the real one, and told by tests to be paid, slow or failing. */
export class FakeCheckout implements CheckoutProvider, ProviderBooks {
  readonly sessions = new Map<string, Kept>();
  readonly refunds = new Map<string, RefundRequest>();
  readonly disputes: ProviderDispute[] = [];
  readonly expired: string[] = [];
  /** Answered to the next calls, in order; null lets one pass. */
  failures: (ProviderError["code"] | null)[] = [];
  refundStatus: RefundOutcome["status"] = "refunded";
  canExpire = true;
  createdCalls = 0;

  constructor(readonly name: ProviderName) {}

  async createSession(request: SessionRequest): Promise<CreatedSession> {
    this.createdCalls += 1;
    this.#failIfTold();
    const sessionId = `session_${request.paymentId}`;
    if (!this.sessions.has(sessionId)) {
      this.sessions.set(sessionId, {
        request,
        sessionId,
        status: "open",
        paid: false,
        amountCents: request.amountCents,
        currency: "USD",
        paymentId: request.paymentId,
        providerPaymentId: null,
        url: `https://checkout.example/${sessionId}`,
      });
    }
    return { sessionId, url: `https://checkout.example/${sessionId}`, expiresAtMs: request.expiresAtMs };
  }

  async readSession(sessionId: string): Promise<SessionState> {
    this.#failIfTold();
    const session = this.sessions.get(sessionId);
    if (!session) throw new ProviderError(this.name, "rejected", "no such session");
    return session;
  }

  async expireSession(sessionId: string): Promise<"expired" | "complete" | "unsupported"> {
    this.#failIfTold();
    if (!this.canExpire) return "unsupported";
    const session = this.sessions.get(sessionId);
    if (!session) throw new ProviderError(this.name, "rejected", "no such session");
    if (session.status === "complete") return "complete";
    session.status = "expired";
    this.expired.push(sessionId);
    return "expired";
  }

  async refund(request: RefundRequest): Promise<RefundOutcome> {
    this.#failIfTold();
    if (this.refundStatus === "manual" || this.refundStatus === "failed")
      return { status: this.refundStatus, refundId: null };
    this.refunds.set(request.paymentId, request);
    return { status: this.refundStatus, refundId: `refund_${request.paymentId}` };
  }

  async verifyWebhook(): Promise<ProviderEvent | null> {
    return null;
  }

  /** Two to a page, so that every walk turns pages. */
  async listSessions({ cursor }: BookWindow): Promise<BookPage<SessionState>> {
    this.#failIfTold();
    return page([...this.sessions.values()].reverse(), cursor);
  }

  async listRefunds({ cursor }: BookWindow): Promise<BookPage<ProviderRefund>> {
    this.#failIfTold();
    const rows = [...this.refunds.entries()].map(([key, { providerPaymentId, amountCents }]) => ({
      refundId: `refund_${key}`,
      providerPaymentId,
      amountCents,
      counts: true,
    }));
    return page(rows, cursor);
  }

  async listDisputes({ cursor }: BookWindow): Promise<BookPage<ProviderDispute>> {
    this.#failIfTold();
    return page(this.disputes, cursor);
  }

  /** The buyer pays on the provider's page. */
  pay(paymentId: string, changes: Partial<SessionState> = {}): string {
    const session = [...this.sessions.values()].find((one) => one.request.paymentId === paymentId);
    if (!session) throw new Error(`no session for ${paymentId}`);
    Object.assign(session, { status: "complete", paid: true, providerPaymentId: `pi_${paymentId}` }, changes);
    return session.sessionId;
  }

  #failIfTold() {
    const code = this.failures.shift();
    if (code) throw new ProviderError(this.name, code, "told to fail");
  }
}

function page<T>(rows: T[], cursor: string | null): BookPage<T> {
  const from = Number(cursor ?? "0");
  return { rows: rows.slice(from, from + 2), next: from + 2 < rows.length ? String(from + 2) : null };
}
