import { json, redirect } from "@remix-run/cloudflare";
import { messages } from "~/content/messages";
import { type ToastName, toasts } from "~/content/toasts";
import { lastFour, maskedNumber } from "~/domain/bank-hints";
import { requireFreshProof } from "~/features/login/require-fresh-proof";
import { holdingsOf } from "~/features/portfolio/holdings";
import { accountOpenedStatement } from "~/features/profile/account-opened";
import { openAccountNumber } from "~/features/profile/open-account-number";
import { payableFrom } from "~/features/withdrawals/payable-from";
import { planWithdrawal } from "~/features/withdrawals/plan-withdrawal";
import { requestedWithdrawal, requestWithdrawalStatements } from "~/features/withdrawals/request-withdrawal";
import { readWithdrawal, type ReadWithdrawal, type WithdrawalBank } from "~/features/withdrawals/withdrawal-form";
import { carry } from "~/server/carry";
import type { RequestContext } from "~/server/context";
import { writeAsViewer } from "~/server/guards";
import { createSealer } from "~/server/seal";
import { setToast } from "~/server/toast";
import { type ReadPortfolio, readPortfolio } from "./wallet-pages";

type Args = { request: Request; context: RequestContext };

/** Left for the page that answers a refused request: open the dialog again, with what was read already. */
export type CarriedWallet = { openDialog: boolean; read: ReadPortfolio | null };

type Refused = Omit<Extract<ReadWithdrawal, { ok: false }>, "ok">;

/** A missing field costs no round trip here; a request costs two: what can be withdrawn, then the one batch that does it. */
export async function withdraw(args: Args, fields: Record<string, unknown>) {
  const typed = readWithdrawal(fields);
  if (!typed.ok) {
    const { alert, values, errors } = typed;
    return refuse(args.context, { alert, values, errors }, null, 400);
  }
  let read: ReadPortfolio | null = null;
  try {
    read = await readPortfolio(args, { beforeId: null });
    const { viewer, rows, nowMs } = read;
    if (!requireFreshProof(viewer, nowMs).ok) return redirect("/confirm-code?next=wallet-withdraw", 303);
    const { activated } = viewer;
    const planned = planWithdrawal(holdingsOf(rows, nowMs), { activated, asked: typed.asked });
    if (planned.ok) return await backToWallet(args.context, await request(args, read, planned.plan, typed.bank));
    if (planned.code === "in-progress") return await backToWallet(args.context, "withdrawal-in-progress");
    carry(args.context, { openDialog: false, read } satisfies CarriedWallet);
    return json({ toast: toasts["withdrawal-failed"], refused: null }, planned.code === "not-activated" ? 403 : 409);
  } catch (error) {
    if (error instanceof Response) throw error;
    const { context } = args;
    context.log("withdrawal-error", { requestId: context.requestId, error: error instanceof Error ? error.name : "?" });
    return refuse(context, { alert: messages.withdrawalError, values: typed.bank, errors: {} }, read, 500);
  }
}

type Plan = Extract<ReturnType<typeof planWithdrawal>, { ok: true }>["plan"];

async function request(args: Args, read: ReadPortfolio, plan: Plan, bank: WithdrawalBank): Promise<ToastName> {
  const { db, config, newId, log } = args.context;
  const { nowMs, viewer } = read;
  const sealer = createSealer(config);
  const savedNumber = await openAccountNumber({ log, sealer }, read.bank);
  const asSaved = read.bank !== undefined && bank.account_number === maskedNumber(read.bank.accountLast4);
  if (asSaved && savedNumber === null) throw new Error("the saved account number cannot be opened");
  // The mask left as it was stands for the saved account.
  const accountNumber = asSaved ? (savedNumber ?? "") : bank.account_number;
  const saved = read.bank ? { ...read.bank, accountNumber: savedNumber ?? "" } : null;
  const { payableFromMs, waits } = payableFrom({ ifscCode: bank.ifsc_code, accountNumber }, saved, nowMs);
  const place = { table: "withdrawals", column: "account_number_sealed", userId: viewer.id } as const;
  const account = { ...(await sealer.seal(accountNumber, place)), last4: lastFour(accountNumber) };
  const withdrawalId = newId("wdr");
  const { rows } = await writeAsViewer(args, ({ userId }, live) => [
    ...requestWithdrawalStatements(db, { withdrawalId, userId, plan, bank, account, payableFromMs, nowMs, live }),
    accountOpenedStatement(db, { auditId: newId("aud"), userId, what: `withdrawal:${withdrawalId}`, nowMs, live }),
  ]);
  const outcome = requestedWithdrawal(rows[4], withdrawalId);
  log("withdrawal-asked", { withdrawalId, stakeId: plan.holding.stakeId, outcome });
  if (outcome === "in-progress") return "withdrawal-in-progress";
  if (outcome === "refused") return "withdrawal-failed";
  return waits ? "withdrawal-waits" : "withdrawal-requested";
}

async function backToWallet({ config }: RequestContext, toast: ToastName) {
  return redirect("/wallet?tab=portfolio", { status: 303, headers: { "Set-Cookie": await setToast(config, toast) } });
}

function refuse(context: RequestContext, refused: Refused, read: ReadPortfolio | null, status: number) {
  carry(context, { openDialog: true, read } satisfies CarriedWallet);
  return json({ toast: null, refused }, status);
}
