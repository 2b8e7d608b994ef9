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
  amount: z.number().int().min(1).optional(),
});
const refundSchema = z.strictObject({ payment_intent: z.string().min(1), amount: z.number().int().min(1).optional() });

const control =
  <T>(schema: z.ZodType<T>, act: (deps: Deps, asked: T) => unknown) =>
  async (request: Request, deps: Deps): Promise<Response> => {
    if (request.method !== "POST") return methodNotAllowed("POST");
    const parsed = schema.safeParse(await readJson(request));
    if (!parsed.success) return refusal(parsed.error);
    try {
      return json(act(deps, parsed.data));
    } catch (problem) {
      if (problem instanceof StripeProblem) return json(problemBody(problem), problem.status);
      throw problem;
    }
  };

export const stripeControls = {
  /** {payment_intent, status?, amount?}, again with another status as it goes on. */
  disputes: control(disputeSchema, (deps, { payment_intent, status, amount }) =>
    putDispute(deps, payment_intent, status, amount),
  ),
  /** {payment_intent, amount?} */
  refunds: control(refundSchema, createRefund),
};
