import { together, writes } from "~/db/work";
import type { Deps } from "~/features/deps";
import type { Portfolio } from "~/features/portfolio/read-portfolio";
import { accountOpenedStatement } from "~/features/profile/account-opened";
import { isFresh } from "~/features/session/require-fresh";
import type { Session } from "~/features/session/session";
import { makeWithdrawal } from "./make-withdrawal";
import { payoutAccount } from "./payout-account";
import { type PlanRefusal, planWithdrawal } from "./plan-withdrawal";
import type { WithdrawalRequest, WithdrawalBank } from "./withdrawal-form";

export type WithdrawalOutcome =
  { ok: true; waits: boolean } | { ok: false; code: PlanRefusal | "code-needed" | "refused"; balanceCents: number };

type Input = WithdrawalRequest & { portfolio: Portfolio; bank: WithdrawalBank };

/**
 * Requests the payment of a return or of the wallet's balance. The server decides the amount. One round trip, after the one
 * that read the portfolio.
 * @throws Error if the request relies on a saved account number that cannot be opened
 */
export async function requestWithdrawal(
  deps: Pick<Deps, "db" | "newId" | "log" | "sealer">,
  session: Session,
  { portfolio, subject, expectCents, bank }: Input,
): Promise<WithdrawalOutcome> {
  const { viewer, rows, nowMs, bank: saved } = portfolio;
  const refused = (code: Extract<WithdrawalOutcome, { ok: false }>["code"], balanceCents = rows.balanceCents) =>
    ({ ok: false, code, balanceCents }) as const;
  if (!isFresh(viewer, nowMs)) return refused("code-needed");
  const planned = planWithdrawal(rows, { subject, activated: viewer.activated, expectCents, nowMs });
  if (!planned.ok) return refused(planned.code);
  const { plan } = planned;
  const payout = await payoutAccount(deps, { userId: viewer.id, bank, saved, nowMs });
  const withdrawalId = deps.newId("wdr");
  const what = `withdrawal:${withdrawalId}`;
  const { result } = await session.write(({ userId, live }) =>
    together({
      made: makeWithdrawal(deps.db, plan, { withdrawalId, userId, bank, payout, nowMs, live }),
      opened: writes(accountOpenedStatement(deps.db, { auditId: deps.newId("aud"), userId, what, nowMs, live })),
    }),
  );
  const { outcome, balanceCents } = result.made;
  const stakeId = plan.of === "cycle" ? plan.holding.stakeId : null;
  deps.log("withdrawal-asked", { withdrawalId, stakeId, outcome });
  return outcome === "requested" ? { ok: true, waits: payout.waits } : refused(outcome, balanceCents);
}
