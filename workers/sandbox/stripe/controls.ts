// For tests and manual trials: what happens at Stripe without the app asking for it.
import * as z from "zod";
import type { Deps } from "../deps";
import { refusal } from "../faults/handler";
import { json, methodNotAllowed, readJson } from "../http";
import { DISPUTE_STATUSES, putDispute } from "./disputes";
import { problemBody, StripeProblem } from "./errors";
import { createRefund } from "./refunds";

const disputeSchema = z.strictObject({
  payment_intent: z.string().min(1),
  status: z.enum(DISPUTE_STATUSES).optional(),
});
const refundSchema = z.strictObject({ payment_intent: z.string().min(1), amount: z.number().int().min(1).optional() });

/** POST /sandbox/stripe/disputes {payment_intent, status?}, again with another status as it goes on; POST /sandbox/stripe/refunds {payment_intent, amount?} */
export async function handleStripeControl(
  request: Request,
  deps: Deps,
  what: "disputes" | "refunds",
): Promise<Response> {
  if (request.method !== "POST") return methodNotAllowed("POST");
  const body = await readJson(request);
  try {
    if (what === "disputes") {
      const parsed = disputeSchema.safeParse(body);
      return parsed.success
        ? json(putDispute(deps, parsed.data.payment_intent, parsed.data.status))
        : refusal(parsed.error);
    }
    const parsed = refundSchema.safeParse(body);
    return parsed.success ? json(createRefund(deps, parsed.data)) : refusal(parsed.error);
  } catch (problem) {
    if (problem instanceof StripeProblem) return json(problemBody(problem), problem.status);
    throw problem;
  }
}
