import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { payments } from "~/db/schema/payments";
import { eachProvider } from "~/integrations/payments/providers";
import { action as pay } from "~/routes/stripe-secure/route";
import { type OutboxDeps, relayOutbox, relayToMany } from "../../workers/settlement/outbox";
import { createTestContext, type TestContext } from "./context";
import { FakeProvider } from "./fake-provider";
import { balanceOf } from "./holdings";
import { formPost, type Person, putCask, signIn } from "./people";

/** Runs the outbox, with what goes to many and without its pace, until nothing is due. */
async function relayAll(deps: OutboxDeps) {
  const results = await relayOutbox(deps, { most: 1_000 });
  for (;;) {
    const toMany = await relayToMany(deps, { apartMs: 0 });
    if (toMany.length === 0) return results;
    results.push(...toMany);
  }
}

/**
 * The whole buying side on real D1: the page's action, fake providers, and the settlement Worker's outbox run by hand.
 */
export function openShop() {
  const providers = eachProvider((name) => new FakeProvider(name));
  const context: TestContext = createTestContext({ checkout: providers });
  const settlement: OutboxDeps = {
    ...context,
    certificates: env.CERTIFICATES,
    renderCertificate: async (facts) => new TextEncoder().encode(`%PDF-test ${facts.caskName} ${facts.stakeNumber}`),
  };

  /** Posts the payment form, with a name for the certificate if it asks for one. Returns the response, or the one the action threw. */
  const buy = async (person: Person, fields: Record<string, string>): Promise<Response> => {
    const whole = { paymentMode: "Bank", ...("cask" in fields ? { full_name: "Asha Rao" } : {}), ...fields };
    const request = formPost("http://localhost:8787/stripe-secure", person.cookie, whole);
    return pay({ request, context: context.next(), params: {} }).catch((thrown: unknown) => {
      if (thrown instanceof Response) return thrown;
      throw thrown;
    });
  };

  const paymentsOf = (person: Person) =>
    context.db.all<{ id: string; state: string; reason: string | null; mode: string }>(
      sql`SELECT id, state, reason, mode FROM payments WHERE user_id = ${person.userId} ORDER BY created_at_ms, id`,
    );

  const payment = async (id: string) => {
    const [found] = await context.db.select().from(payments).where(eq(payments.id, id));
    if (!found) throw new Error(`no payment ${id}`);
    return found;
  };

  /** Starts a payment. Its buyer and its cask are new where they are not named. */
  const order = async (fields: Record<string, string> = {}, by?: Person) => {
    // Later than the one before, so that a buyer's payments have an order.
    context.clock.advance(1);
    const buyer = by ?? (await signIn(context, { activated: fields.product === undefined }));
    const isOfCask = fields.product === undefined && fields.offer === undefined;
    const cask = fields.cask ?? (isOfCask ? await putCask(context) : "");
    const answer = await buy(buyer, isOfCask ? { ...fields, cask } : fields);
    const paymentId = (await paymentsOf(buyer)).at(-1)?.id;
    if (answer.status !== 303 || !paymentId) throw new Error(`no payment was started: ${answer.status}`);
    return { buyer, caskId: cask, paymentId };
  };

  /** The same, paid at the provider and settled. */
  const sell = async (fields: Record<string, string> = {}, by?: Person) => {
    const ordered = await order(fields, by);
    providers[fields.paymentMode === "Crypto" ? "copperx" : "stripe"].pay(ordered.paymentId);
    await settlePayment(settlement, { paymentId: ordered.paymentId });
    return ordered;
  };

  /** Runs the outbox until nothing is due. */
  const drain = () => relayAll(settlement);

  const stock = async (caskId: string) => {
    const [row] = await context.db.all<{ sold: number; reserved: number; total: number; stakes: number; held: number }>(
      sql`SELECT sold_stakes AS sold, reserved_stakes AS reserved, total_stakes AS total,
        (SELECT count(*) FROM stakes WHERE cask_id = casks.id) AS stakes,
        (SELECT count(*) FROM reservations WHERE cask_id = casks.id AND state = 'held') AS held
        FROM casks WHERE id = ${caskId}`,
    );
    if (!row) throw new Error("no such cask");
    return row;
  };

  const balance = (accountId: string) => balanceOf(context, accountId);

  return { context, settlement, providers, ...providers, buy, order, sell, payment, paymentsOf, drain, stock, balance };
}

export type Shop = ReturnType<typeof openShop>;
