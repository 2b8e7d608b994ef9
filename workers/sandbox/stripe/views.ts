// What a call answers, with the ids to expand replaced by the objects they name.
import type { Deps } from "../deps";
import { invalidRequest } from "./errors";
import { listObject } from "./lists";
import { chargeObject, findPayment, paymentIntentObject } from "./payments";
import type { StripeRefund } from "./refunds";
import type { StoredSession } from "./session-object";

const SESSION_PATHS = ["payment_intent", "payment_intent.latest_charge", "line_items"];
const REFUND_PATHS = ["charge", "payment_intent"];

function refuseOthers(expand: string[], known: string[]): void {
  const other = expand.find((path) => !known.includes(path));
  if (other !== undefined) throw invalidRequest(`This property cannot be expanded (${other}).`, { param: "expand" });
}

/** @throws StripeProblem for a path that cannot be expanded */
export function sessionView(
  deps: Pick<Deps, "store">,
  { session, lineItems }: StoredSession,
  expand: string[] = [],
): object {
  refuseOthers(expand, SESSION_PATHS);
  const withItems = expand.includes("line_items") && { line_items: listObject(itemsUrl(session.id), lineItems) };
  const payment = session.payment_intent === null ? null : findPayment(deps, { intent: session.payment_intent });
  if (!payment || !expand.some((path) => path.startsWith("payment_intent"))) return { ...session, ...withItems };
  return {
    ...session,
    ...withItems,
    payment_intent: paymentIntentObject(payment, expand.includes("payment_intent.latest_charge")),
  };
}

export function itemsUrl(id: string): string {
  return `/v1/checkout/sessions/${id}/line_items`;
}

/** @throws StripeProblem for a path that cannot be expanded */
export function refundView(deps: Pick<Deps, "store">, refund: StripeRefund, expand: string[] = []): object {
  refuseOthers(expand, REFUND_PATHS);
  const payment =
    typeof refund.payment_intent === "string" ? findPayment(deps, { intent: refund.payment_intent }) : null;
  if (!payment) return refund;
  return {
    ...refund,
    ...(expand.includes("charge") && { charge: chargeObject(payment) }),
    ...(expand.includes("payment_intent") && { payment_intent: paymentIntentObject(payment, false) }),
  };
}

/** In lists the paths begin with `data.`; also checked for an empty list. @throws StripeProblem */
export function insideList(of: "sessions" | "refunds", expand: string[] = []): string[] {
  const known = of === "sessions" ? SESSION_PATHS : REFUND_PATHS;
  refuseOthers(
    expand,
    known.map((path) => `data.${path}`),
  );
  return expand.map((path) => path.slice("data.".length));
}
