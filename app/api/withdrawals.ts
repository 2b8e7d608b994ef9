import { messages } from "~/content/messages";
import { toasts } from "~/content/toasts";
import { wireToCents } from "~/domain/money";
import { withdrawBody } from "./account-wire";
import { apiTexts } from "~/content/api-texts";
import { readPortfolio } from "~/features/portfolio/read-portfolio";
import type { Session } from "~/features/session/session";
import { requestWithdrawal, type WithdrawalOutcome } from "~/features/withdrawals/request-withdrawal";
import { type AskedWithdrawal, readWithdrawalBank, type WithdrawalBank } from "~/features/withdrawals/withdrawal-form";
import { answer, problem } from "./answer";
import { requireApiSession } from "./caller";
import { readBody, readFields, refuseForeignId } from "./fields";
import type { ApiArgs } from "./dispatch";

/** Two round trips: what can be withdrawn, then the one batch that does it. The amount is the server's. */
export async function withdraw(args: ApiArgs): Promise<Response> {
  const { context } = args;
  const session = await requireApiSession(args);
  const asked = await readAsked(args, session);
  const portfolio = await readPortfolio(context, session, null);
  const outcome = await requestWithdrawal(context, session, { ...asked, portfolio });
  if (!outcome.ok) return refusalOf(outcome.code, asked.subject.of);
  return answer({ status: true, message: toasts[outcome.waits ? "withdrawal-waits" : "withdrawal-requested"].text });
}

/** Without a cycle: the balance of the wallet. */
async function readAsked({ request }: ApiArgs, session: Session): Promise<AskedWithdrawal & { bank: WithdrawalBank }> {
  const body = await readBody(request);
  refuseForeignId(session, body.user_id, "user_id");
  const sent = readFields(withdrawBody, body);
  if (sent.payment_mode === "Crypto") throw problem(400, apiTexts.comingSoon, { field: "payment_mode" });
  const read = readWithdrawalBank(sent);
  if (!read.ok) {
    const [field, message] = Object.entries(read.errors)[0] ?? [];
    const isBlank = Object.values(read.values).some((value) => value.trim() === "");
    throw problem(400, isBlank ? read.alert : (message ?? read.alert), { field });
  }
  const claimedCents = typeof sent.return_amount === "number" ? wireToCents(sent.return_amount) : null;
  const { stake_id: stakeId, cycle_number: cycleNumber } = sent;
  return {
    bank: read.bank,
    subject: stakeId && cycleNumber ? { of: "cycle", cycle: { stakeId, cycleNumber } } : { of: "balance" },
    expectCents: claimedCents ?? undefined,
  };
}

function refusalOf(code: Extract<WithdrawalOutcome, { ok: false }>["code"], of: "cycle" | "balance"): Response {
  switch (code) {
    case "code-needed":
      return problem(403, apiTexts.codeNeeded);
    case "not-activated":
      return problem(403, apiTexts.withdrawalNotActivated);
    case "in-progress":
      return problem(409, toasts["withdrawal-in-progress"].text);
    case "amount-changed":
      return problem(409, of === "balance" ? apiTexts.balanceChanged : apiTexts.returnChanged, {
        field: "return_amount",
      });
    case "nothing-to-withdraw":
    case "refused":
      return problem(409, messages.withdrawalFailed);
  }
}
