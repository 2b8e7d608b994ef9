import { paymentProblems } from "~/content/payments";
import { apiTexts } from "~/features/api/api-texts";
import { atClaimedPrice, type Purchase } from "~/features/api/payment-wire";
import { openCheckout } from "~/features/buying/open-checkout";
import { startPaymentStatements } from "~/features/buying/start-payment";
import { type Payment, startedPayment } from "~/features/buying/started-payment";
import { joiningFeeCents, joiningFeeQuery } from "~/features/settings/joining-fee";
import { sql } from "drizzle-orm";
import { answer, problem } from "./api-answer";
import { type Caller, writeAsCaller } from "./api-caller";
import type { ApiArgs } from "./api-route";
import type { RequestContext } from "./context";

// One way to pay for all three calls: the batch that starts a payment on the page, with the client's amount as one more
// condition, and then the provider's session. A wrong amount holds nothing, cancels nothing and asks no provider.

type Started = { ok: true; payment: Payment; email: string | null } | { ok: false; refusal: Response };

export async function startCheckout(args: ApiArgs, caller: Caller, purchase: Purchase): Promise<Response> {
  const started = await start(args, caller, purchase);
  return started.ok ? open(args.context, started.payment, started.email) : started.refusal;
}

async function start(args: ApiArgs, caller: Caller, purchase: Purchase): Promise<Started> {
  const { db, newId } = args.context;
  const { caskId, mode, claimedCents } = purchase;
  const paymentId = newId("pay");
  const { viewer, rows, nowMs } = await writeAsCaller(args, caller, ({ userId, nowMs }, live) => [
    ...startPaymentStatements(db, {
      paymentId,
      userId,
      caskId,
      mode,
      nowMs,
      live: sql`${live} AND ${atClaimedPrice(purchase)}`,
    }),
    joiningFeeQuery(db),
  ]);
  const [, , , , , [opened], [cask], [facts], fee] = rows;
  const { activated } = viewer;
  const openCheckouts = facts?.openCheckouts ?? 0;
  const wantsStake = caskId !== null;
  const result = startedPayment({ open: opened, cask, openCheckouts, activated, wantsStake, nowMs });
  const priceCents = wantsStake ? cask?.costPerStakeCents : joiningFeeCents(fee);
  const refuse = (refusal: Response): Started => ({ ok: false, refusal });
  // Whoever may not know the price is not told whether a guess was right either.
  if (!result.ok && OUTRANKS_PRICE.has(result.code)) return refuse(refusalOf(result.code));
  if (claimedCents === null || claimedCents !== (result.ok ? result.payment.amountCents : priceCents))
    return refuse(problem(409, apiTexts.wrongPrice, { field: "amount" }));
  return result.ok ? { ok: true, payment: result.payment, email: viewer.email } : refuse(refusalOf(result.code));
}

type Refusal = Extract<ReturnType<typeof startedPayment>, { ok: false }>["code"];

const OUTRANKS_PRICE = new Set<Refusal>(["no-such-cask", "not-activated", "already-activated"]);
const STATUS: Partial<Record<Refusal, number>> = { "no-such-cask": 404, "not-activated": 403 };

function refusalOf(code: Refusal): Response {
  return problem(STATUS[code] ?? 409, paymentProblems[code].text);
}

async function open(context: RequestContext, payment: Payment, email: string | null): Promise<Response> {
  const opened = await openCheckout(context, payment, email);
  if (!opened.ok) {
    if (opened.code === "no-longer-open") return problem(409, paymentProblems[opened.code].text);
    const down = opened.code === "provider-unavailable";
    const { text } = paymentProblems[down ? "provider-down" : "provider-refused"];
    return problem(503, text, { headers: { "Retry-After": "30" } });
  }
  return answer({ id: opened.sessionId, url: opened.url ?? `${context.origin}/payment-success?payment=${payment.id}` });
}
