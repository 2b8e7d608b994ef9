// Stripe's error bodies. Thrown only inside its part of the sandbox, and turned into an answer at its edge.
import { json } from "../http";

export type StripeErrorBody = { type: string; message: string; code?: string; param?: string };

export class StripeProblem extends Error {
  constructor(
    readonly status: number,
    readonly body: StripeErrorBody,
  ) {
    super(body.message);
    this.name = "StripeProblem";
  }
}

export function invalidRequest(
  message: string,
  more: { code?: string; param?: string; status?: number } = {},
): StripeProblem {
  const { status = 400, ...rest } = more;
  return new StripeProblem(status, { type: "invalid_request_error", message, ...rest });
}

export function noSuch(what: string, id: string, param: string, status = 404): StripeProblem {
  return invalidRequest(`No such ${what}: '${id}'`, { code: "resource_missing", param, status });
}

export function problemBody({ body }: StripeProblem): { error: StripeErrorBody & { doc_url?: string } } {
  if (body.code === undefined) return { error: body };
  return { error: { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll("_", "-")}` } };
}

/** What a failing Stripe answers, for the statuses that faults ask for. */
export function failure(status: number, requestId: string): Response {
  const body: StripeErrorBody =
    status === 429
      ? { type: "invalid_request_error", code: "rate_limit", message: "Request rate limit exceeded." }
      : status >= 500
        ? { type: "api_error", message: "Sorry! Our servers are having trouble. Please try again." }
        : { type: "invalid_request_error", message: "The sandbox was asked to refuse this request." };
  return json(problemBody(new StripeProblem(status, body)), status, { "request-id": requestId });
}
