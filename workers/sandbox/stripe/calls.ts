// The calls of Stripe's API that the sandbox has. Each is synchronous: it checks, acts and answers in one go.
import type { Deps } from "../deps";
import { invalidRequest, noSuch } from "./errors";
import type { FormNode } from "./form";
import { listObject, type ListParams, readListParams, takePage } from "./lists";
import { chargeObject, findPayment, paymentIntentObject } from "./payments";
import { createRefund, readRefundParams, type StripeRefund } from "./refunds";
import type { StoredSession } from "./session-object";
import { readSessionParams } from "./session-params";
import { createSession, current, expireSession, findSession } from "./sessions";
import { checkFields, list, oneOf, text } from "./shapes";

// What a call answers, with the ids to expand replaced by the objects they name.

const SESSION_PATHS = ["payment_intent", "payment_intent.latest_charge", "line_items"];
const REFUND_PATHS = ["charge", "payment_intent"];

function refuseOthers(expand: string[], known: string[]): void {
  const other = expand.find((path) => !known.includes(path));
  if (other !== undefined) throw invalidRequest(`This property cannot be expanded (${other}).`, { param: "expand" });
}

/** @throws StripeProblem for a path that cannot be expanded */
function sessionView(deps: Pick<Deps, "store">, { session, lineItems }: StoredSession, expand: string[] = []): object {
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

function itemsUrl(id: string): string {
  return `/v1/checkout/sessions/${id}/line_items`;
}

/** @throws StripeProblem for a path that cannot be expanded */
function refundView(deps: Pick<Deps, "store">, refund: StripeRefund, expand: string[] = []): object {
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
function insideList(of: "sessions" | "refunds", expand: string[] = []): string[] {
  const known = of === "sessions" ? SESSION_PATHS : REFUND_PATHS;
  refuseOthers(
    expand,
    known.map((path) => `data.${path}`),
  );
  return expand.map((path) => path.slice("data.".length));
}

type Call = (deps: Deps, input: { form: Map<string, FormNode>; id: string; arrivedMs: number }) => object;
const EXPAND = { expand: list(text, 20) };

const CALLS: { method: string; path: RegExp; call: Call }[] = [
  { method: "POST", path: /^\/v1\/checkout\/sessions$/, call: postSession },
  { method: "GET", path: /^\/v1\/checkout\/sessions$/, call: listSessions },
  { method: "GET", path: /^\/v1\/checkout\/sessions\/([^/]+)$/, call: getSession },
  { method: "POST", path: /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/, call: postExpire },
  { method: "GET", path: /^\/v1\/checkout\/sessions\/([^/]+)\/line_items$/, call: getLineItems },
  { method: "POST", path: /^\/v1\/refunds$/, call: postRefund },
  { method: "GET", path: /^\/v1\/refunds$/, call: listRefunds },
  { method: "GET", path: /^\/v1\/refunds\/([^/]+)$/, call: getRefund },
  { method: "GET", path: /^\/v1\/disputes$/, call: listDisputes },
];

/** @throws StripeProblem if there is no such call */
export function findCall(method: string, path: string): { call: Call; id: string } {
  for (const known of CALLS) {
    const match = known.method === method ? known.path.exec(path) : null;
    if (match) return { call: known.call, id: decodeURIComponent(match[1] ?? "") };
  }
  throw invalidRequest(`Unrecognized request URL (${method}: ${path}).`, { status: 404 });
}

function expandOf(form: Map<string, FormNode>): string[] {
  const { expand } = checkFields(form, EXPAND, []);
  return (expand ?? []) as string[];
}

function postSession(deps: Deps, { form, arrivedMs }: Parameters<Call>[1]): object {
  const createdS = Math.floor(arrivedMs / 1000);
  const params = readSessionParams(form, createdS);
  return sessionView(deps, createSession(deps, params, createdS), params.expand);
}

function getSession(deps: Deps, { form, id }: Parameters<Call>[1]): object {
  const expand = expandOf(form);
  const stored = findSession(deps, id);
  if (!stored) throw noSuch("checkout.session", id, "session");
  return sessionView(deps, stored, expand);
}

function postExpire(deps: Deps, { form, id }: Parameters<Call>[1]): object {
  const expand = expandOf(form);
  return sessionView(deps, expireSession(deps, id), expand);
}

function listSessions(deps: Deps, { form }: Parameters<Call>[1]): object {
  const params = readListParams<{ payment_intent?: string; status?: string }>(form, {
    payment_intent: text,
    status: oneOf("open", "complete", "expired"),
  });
  const expand = insideList("sessions", params.expand);
  checkCursors(params, (id) => deps.store.get("stripe.session", id) !== null);
  const { data, has_more } = takePage(
    (page) =>
      deps.store
        .list("stripe.session", { ref: params.payment_intent, ...page })
        .map((stored) => current(deps, stored))
        .map((stored) => ({ id: stored.session.id, created: stored.session.created, stored })),
    params,
    ({ stored }) => params.status === undefined || stored.session.status === params.status,
  );
  return listObject(
    "/v1/checkout/sessions",
    data.map(({ stored }) => sessionView(deps, stored, expand)),
    has_more,
  );
}

function getLineItems(deps: Deps, { form, id }: Parameters<Call>[1]): object {
  const params = readListParams(form, {});
  const stored = findSession(deps, id);
  if (!stored) throw noSuch("checkout.session", id, "session");
  const from = params.starting_after ? stored.lineItems.findIndex((item) => item.id === params.starting_after) + 1 : 0;
  const data = stored.lineItems.slice(from, from + params.limit);
  return listObject(itemsUrl(id), data, from + data.length < stored.lineItems.length);
}

function postRefund(deps: Deps, { form }: Parameters<Call>[1]): object {
  const params = readRefundParams(form);
  return refundView(deps, createRefund(deps, params), params.expand);
}

function listRefunds(deps: Deps, { form }: Parameters<Call>[1]): object {
  const params = readListParams<{ payment_intent?: string; charge?: string }>(form, {
    payment_intent: text,
    charge: text,
  });
  const expand = insideList("refunds", params.expand);
  checkCursors(params, (id) => deps.store.get("stripe.refund", id) !== null);
  const { data, has_more } = takePage(
    (page) => deps.store.list("stripe.refund", { ref: params.payment_intent, ...page }),
    params,
    (refund) => params.charge === undefined || refund.charge === params.charge,
  );
  return listObject(
    "/v1/refunds",
    data.map((refund) => refundView(deps, refund, expand)),
    has_more,
  );
}

function getRefund(deps: Deps, { form, id }: Parameters<Call>[1]): object {
  const expand = expandOf(form);
  const refund = deps.store.get("stripe.refund", id);
  if (!refund) throw noSuch("refund", id, "id");
  return refundView(deps, refund, expand);
}

function listDisputes(deps: Deps, { form }: Parameters<Call>[1]): object {
  const params = readListParams<{ payment_intent?: string }>(form, { payment_intent: text });
  checkCursors(params, (id) => deps.store.get("stripe.dispute", id) !== null);
  const { data, has_more } = takePage(
    (page) => deps.store.list("stripe.dispute", { ref: params.payment_intent, ...page }),
    params,
  );
  return listObject("/v1/disputes", data, has_more);
}

function checkCursors(params: ListParams, exists: (id: string) => boolean): void {
  for (const name of ["starting_after", "ending_before"] as const) {
    const id = params[name];
    if (id !== undefined && !exists(id)) throw noSuch("object", id, name, 400);
  }
}
