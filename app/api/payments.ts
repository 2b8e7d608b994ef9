import { paymentProblems } from "~/content/payments";
import { apiTexts } from "~/content/api-texts";
import { type CheckoutRefusal, type Purchase, startCheckout } from "~/features/buying/start-checkout";
import type { Session } from "~/features/session/session";
import { answer, problem } from "./answer";
import type { ApiArgs } from "./dispatch";

const STATUS: Partial<Record<CheckoutRefusal, number>> = {
  "no-such-cask": 404,
  "not-activated": 403,
  "provider-down": 503,
  "provider-refused": 503,
};

/** A wrong amount holds nothing, cancels nothing and asks no provider. */
export async function answerCheckout({ context }: ApiArgs, session: Session, purchase: Purchase): Promise<Response> {
  const started = await startCheckout(context, session, purchase);
  if (started.ok) {
    const { sessionId, url, paymentId } = started;
    return answer({ id: sessionId, url: url ?? `${context.origin}/payment-success?payment=${paymentId}` });
  }
  if (started.code === "wrong-price") return problem(409, apiTexts.wrongPrice, { field: "amount" });
  const status = STATUS[started.code] ?? 409;
  const headers = status === 503 ? { "Retry-After": "30" } : undefined;
  return problem(status, paymentProblems[started.code].text, { headers });
}
