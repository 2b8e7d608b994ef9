import * as z from "zod";
import { apiTexts, fieldTexts } from "~/content/api-texts";
import { messages } from "~/content/messages";
import { toasts } from "~/content/toasts";
import { wireToCents } from "~/domain/money";
import { readPortfolio } from "~/areas/holdings/portfolio/read-portfolio";
import { percentOf } from "~/domain/returns";
import {
  planWithdrawal,
  readWithdrawalBank,
  type WithdrawalBank,
  type WithdrawalRequest,
} from "~/areas/payouts/withdrawals/plan-withdrawal";
import {
  requestWithdrawal,
  type WithdrawalBasis,
  type WithdrawalOutcome,
} from "~/areas/payouts/withdrawals/request-withdrawal";
import { retryAfter } from "~/server/login-form";
import { done, fieldProblem, problem } from "./answer";
import { call } from "./call";
import { claimedAmount, id } from "./fields";
import { DAY_MS } from "~/domain/calendar-date";

const bankField = z.string(messages.bankDetailsMissing).min(1, messages.bankDetailsMissing);

const withdrawBody = z
  .object({
    user_id: id,
    stake_id: id.nullish(),
    cycle_number: z.number().int().min(1).max(1000).nullish(),
    interest_percent: z.number().nullish(),
    return_amount: claimedAmount.nullish(),
    holder_name: bankField,
    bank_name: bankField,
    ifsc_code: bankField,
    account_number: bankField,
    payment_mode: z.enum(["Bank", "Crypto"]),
  })
  .superRefine(({ stake_id, cycle_number }, context) => {
    if ((stake_id ?? null) === null && (cycle_number ?? null) !== null) return missing(context, "stake_id");
    if ((stake_id ?? null) !== null && (cycle_number ?? null) === null) return missing(context, "cycle_number");
  });

function missing(context: z.core.$RefinementCtx, field: string) {
  context.addIssue({ code: "custom", path: [field], message: fieldTexts.missing(field) });
}

/** Two round trips: read what can be withdrawn, then one batch that withdraws it. The server decides the amount. */
export const withdraw = call({
  name: "withdraw",
  method: "POST",
  path: "/api/users/withdraw",
  ownId: { in: "body", name: "user_id" },
  body: withdrawBody,
  async handle({ body, context, session }) {
    const request = readRequest(body);
    const basis = await readPortfolio(context, session);
    if (isOtherInterest(basis, request, body.interest_percent ?? null))
      return problem(409, "interest_percent does not match the interest for this cycle. Nothing was requested.", {
        field: "interest_percent",
      });
    const outcome = await requestWithdrawal(context, session, { ...request, basis, looked: true });
    if (!outcome.ok) return refusalOf(outcome.code, request.subject.of);
    return done(toasts[`withdrawal-${outcome.next}`].text);
  },
});

/** Without a cycle: the wallet's balance. @throws the refusal as a Response */
function readRequest(sent: z.infer<typeof withdrawBody>): WithdrawalRequest & { bank: WithdrawalBank } {
  if (sent.payment_mode === "Crypto") throw problem(400, "Coming soon", { field: "payment_mode" });
  const read = readWithdrawalBank(sent);
  if (!read.ok) {
    const isBlank = Object.values(read.values).some((value) => value.trim() === "");
    if (isBlank) throw problem(400, read.alert, { field: Object.keys(read.errors)[0] });
    throw fieldProblem(read.errors, read.alert);
  }
  const claimedCents = typeof sent.return_amount === "number" ? wireToCents(sent.return_amount) : null;
  const { stake_id: stakeId, cycle_number: cycleNumber } = sent;
  return {
    bank: read.bank,
    subject: stakeId && cycleNumber ? { of: "cycle", cycle: { stakeId, cycleNumber } } : { of: "balance" },
    expectCents: claimedCents ?? undefined,
  };
}

/** Asked only about what could be requested now: any obstacle is reported first. A balance has no interest. */
function isOtherInterest(
  { rows, viewer, nowMs }: WithdrawalBasis,
  { subject }: WithdrawalRequest,
  sent: number | null,
): boolean {
  if (sent === null || !viewer.fresh) return false;
  const planned = planWithdrawal(rows, { subject, activated: viewer.activated, nowMs });
  if (!planned.ok) return false;
  return planned.plan.of === "balance" || percentOf(planned.plan.interestBasisPoints) !== sent;
}

function refusalOf(code: Extract<WithdrawalOutcome, { ok: false }>["code"], of: "cycle" | "balance"): Response {
  switch (code) {
    case "code-needed":
      return problem(403, apiTexts.codeNeeded);
    case "not-activated":
      return problem(403, "Withdrawal failed: this account is not activated.");
    case "in-progress":
      return problem(409, toasts["withdrawal-in-progress"].text);
    case "amount-changed":
      return problem(
        409,
        of === "balance"
          ? "return_amount does not match the wallet balance, which may have changed. Nothing was requested."
          : "return_amount does not match the return for this cycle. Nothing was requested.",
        { field: "return_amount" },
      );
    case "too-many":
      return problem(429, toasts["withdrawal-too-many"].text, { headers: retryAfter(DAY_MS) });
    case "nothing-to-withdraw":
    case "look-again":
    case "refused":
      return problem(409, messages.withdrawalFailed);
  }
}
