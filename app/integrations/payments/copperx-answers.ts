import * as z from "zod";
import type { ProviderEvent, SessionState } from "./port";

// Copperx publishes examples, not a schema, so only what is needed is required; everything else in an answer may vary.

const sessionAnswer = z.object({
  id: z.string().min(1),
  url: z.string().nullish(),
  status: z.enum(["open", "complete", "expired", "canceled", "cancelled"]),
  paymentStatus: z.string().nullish(),
  amountTotal: z.union([z.string(), z.number()]).nullish(),
  currency: z.string().nullish(),
  createdAt: z.string().nullish(),
  expiresAt: z.string().nullish(),
  clientReferenceId: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  paymentIntent: z
    .object({
      id: z.string().nullish(),
      amountReceived: z.union([z.string(), z.number()]).nullish(),
      transactions: z.array(z.object({ transactionHash: z.string().nullish() })).nullish(),
    })
    .nullish(),
});

export type CopperxSession = z.infer<typeof sessionAnswer>;

const eventBody = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.object({ object: z.object({ id: z.string().min(1) }) }),
});

/** @returns null if the body is not a checkout session */
export function parseSession(body: unknown): CopperxSession | null {
  return sessionAnswer.safeParse(body).data ?? null;
}

/** @returns null if the body is not a list of sessions */
export function parseList(body: unknown): CopperxSession[] | null {
  return z.object({ data: z.array(sessionAnswer) }).safeParse(body).data?.data ?? null;
}

// Copperx may show an underpaid session as open for ever. A day after its own end it counts as expired, so that nothing waits
// for it. If it is paid after all, its webhook causes it to be read again.
const OPEN_BEYOND_END_MS = 86_400_000;

export function toSessionState(session: CopperxSession, nowMs: number): SessionState {
  const paid = session.status === "complete" && session.paymentStatus === "paid";
  const status = statusAt(session, nowMs);
  const metadataId = session.metadata?.paymentId;
  const arrivedCents = paid ? 0 : wholeCents(session.paymentIntent?.amountReceived);
  return {
    sessionId: session.id,
    status,
    paid,
    amountCents: toCents(session.amountTotal),
    currency: toCurrency(session.currency ?? ""),
    paymentId: session.clientReferenceId ?? (typeof metadataId === "string" ? metadataId : null),
    providerPaymentId: paid ? paymentReference(session) : null,
    url: status === "open" ? (session.url ?? null) : null,
    ...(arrivedCents > 0 && { arrivedCents }),
  };
}

function statusAt(session: CopperxSession, nowMs: number): SessionState["status"] {
  if (session.status === "complete") return "complete";
  const overdue = nowMs > Date.parse(session.expiresAt ?? "") + OPEN_BEYOND_END_MS;
  return session.status === "open" && !overdue ? "open" : "expired";
}

/** null if the body is not an event. Its payment status is ignored: Copperx's own example says 'unpaid' on completion. */
export function toProviderEvent(body: unknown): ProviderEvent | null {
  const event = eventBody.safeParse(body).data;
  if (!event) return null;
  const ofSession = event.type.startsWith("checkout_session.");
  return {
    id: event.id,
    type: event.type,
    concerns: ofSession ? "session" : "nothing",
    sessionId: ofSession ? event.data.object.id : null,
    providerPaymentId: null,
  };
}

const UNITS_PER_CENT = 1_000_000n;

/** Copperx counts every coin in units of 1e-8, as text, because the numbers exceed what a float holds exactly. */
export function toUnits(cents: number): string {
  return (BigInt(cents) * UNITS_PER_CENT).toString();
}

/** null if it cannot be read */
function readUnits(units: string | number | null | undefined): bigint | null {
  const text = typeof units === "number" && Number.isSafeInteger(units) ? String(units) : units;
  return typeof text === "string" && /^\d{1,30}$/.test(text) ? BigInt(text) : null;
}

function toCents(units: string | number | null | undefined): number | null {
  const whole = readUnits(units);
  if (whole === null || whole % UNITS_PER_CENT !== 0n) return null;
  const cents = Number(whole / UNITS_PER_CENT);
  return Number.isSafeInteger(cents) ? cents : null;
}

/** Cents that have arrived, fractions dropped; 0 if Copperx says nothing that can be read. */
function wholeCents(units: string | number | null | undefined): number {
  const cents = Number((readUnits(units) ?? 0n) / UNITS_PER_CENT);
  return Number.isSafeInteger(cents) ? cents : 0;
}

function toCurrency(coin: string): string {
  const code = coin.toUpperCase();
  return code === "USDT" ? "USD" : code;
}

function paymentReference(session: CopperxSession): string | null {
  const hash = session.paymentIntent?.transactions?.find((transaction) => transaction.transactionHash)?.transactionHash;
  return hash ?? session.paymentIntent?.id ?? null;
}
