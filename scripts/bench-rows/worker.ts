// What scripts/bench-rows.mjs needs besides the app: a signed-in user, and a payment to settle.
import { countRoundTrips } from "~/db/count-round-trips";
import { createDatabase } from "~/db/client";
import { newCertificateCode } from "~/areas/holdings/certificates/new-certificate-code";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import type { CheckoutProvider } from "~/integrations/payments/port";
import { eachProvider } from "~/integrations/payments/providers";
import type { AppConfig } from "~/server/env";
import { newId } from "~/server/ids";
import { keyedHash } from "~/server/keyed-hash";
import { commitSessionCookie, newSessionId, SESSION_ABSOLUTE_MS } from "~/server/session/cookie";
import { writeSessionRecord } from "~/server/session/record";

type Bindings = AppConfig & { DB: D1Database; SESSIONS: KVNamespace };

export default {
  async fetch(request, bindings) {
    const url = new URL(request.url);
    const userId = url.searchParams.get("user") ?? "";
    if (url.pathname === "/enter") return new Response(await enter(bindings, userId));
    // The first frees what others hold too long, which the second need not.
    await settle(bindings, userId);
    return Response.json(await settle(bindings, userId));
  },
} satisfies ExportedHandler<Bindings>;

async function enter(bindings: Bindings, userId: string): Promise<string> {
  const [sid, nowMs] = [newSessionId(), Date.now()];
  const idHash = await keyedHash(bindings.SESSION_SECRET, sid);
  await bindings.DB.prepare(
    "INSERT INTO sessions (id_hash, user_id, epoch, created_at_ms, expires_at_ms, proved_at_ms) VALUES (?, ?, 0, ?, ?, ?)",
  )
    .bind(idHash, userId, nowMs, nowMs + SESSION_ABSOLUTE_MS, nowMs)
    .run();
  await writeSessionRecord(bindings.SESSIONS, idHash, { userId, createdAtMs: nowMs, lastSeenMs: nowMs });
  return (await commitSessionCookie(bindings, { sid, userId })).split(";")[0] ?? "";
}

/** One stake of a cask on offer, bought and paid. */
async function settle({ DB }: Bindings, userId: string) {
  const nowMs = Date.now();
  const paymentId = newId("pay", nowMs);
  const write = (query: string, ...values: unknown[]) => DB.prepare(query).bind(...values);
  await DB.batch([
    write(
      `INSERT INTO payments (id, user_id, purpose, cask_id, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
      SELECT ?, ?, 'stake', id, name, cost_per_stake_cents, 'Bank', 'stripe', ?, ?, ? FROM casks
      WHERE ended_on IS NULL AND state = 'published' AND sold_stakes + reserved_stakes < total_stakes
        AND id NOT IN (SELECT cask_id FROM payments AS begun WHERE user_id = ? AND state IN ('created', 'open') AND cask_id IS NOT NULL) LIMIT 1`,
      ...[paymentId, userId, nowMs + 1_800_000, nowMs, nowMs, userId],
    ),
    write(
      "INSERT INTO reservations (payment_id, cask_id, created_at_ms) SELECT id, cask_id, created_at_ms FROM payments WHERE id = ?",
      paymentId,
    ),
    write(
      "UPDATE payments SET state = 'open', provider_session_id = 'ses_' || id, checkout_url = 'https://pay.example' WHERE id = ?",
      paymentId,
    ),
  ]);
  const amountCents = await write("SELECT amount_cents FROM payments WHERE id = ?", paymentId).first<number>(
    "amount_cents",
  );
  const readSession = async (sessionId: string) => ({
    ...{ sessionId, paymentId, amountCents, currency: "USD", status: "complete", paid: true },
    providerPaymentId: `pp_${paymentId}`,
  });
  const trips = { count: 0, rowsRead: 0, rowsWritten: 0 };
  const { state } = await settlePayment(
    {
      db: createDatabase(countRoundTrips(DB, trips)),
      checkout: eachProvider(() => ({ readSession }) as unknown as CheckoutProvider),
      nowMs: () => nowMs,
      newId: (prefix) => newId(prefix, nowMs),
      newCode: newCertificateCode,
      log: () => undefined,
    },
    { paymentId },
  );
  // The statement that finds the payment is answered without saying so: the payment, and two questions beside it.
  return { status: state, trips: trips.count, rows: trips.rowsRead + 1 };
}
