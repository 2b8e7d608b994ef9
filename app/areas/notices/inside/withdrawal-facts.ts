import { eq } from "drizzle-orm";
import type { WithdrawalFacts } from "~/content/notice-mails-withdrawal";
import { casks } from "~/db/schema/casks";
import { users } from "~/db/schema/people";
import { withdrawals } from "~/db/schema/rewards";
import { stakes } from "~/db/schema/stakes";
import { payoutBlock } from "~/areas/holdings/payout-rules/payout-limits";
import { stopAddress } from "~/core/stop-token";
import type { NoticeDeps } from "./notice";
import { walletRowPath } from "./row-address";

/** What the mails state about a withdrawal, and whose it is. */
export async function readWithdrawalFacts({ db, origin, nowMs }: NoticeDeps, withdrawalId: string | undefined) {
  if (!withdrawalId) return null;
  const [row] = await db
    .select({
      email: users.email,
      phone: users.phone,
      amountCents: withdrawals.amountCents,
      accountLast4: withdrawals.accountLast4,
      caskName: casks.name,
      endedOn: casks.endedOn,
      cycleNumber: withdrawals.cycleNumber,
      payableFromMs: withdrawals.payableFromMs,
      block: payoutBlock(nowMs()).as("block"),
      createdAtMs: withdrawals.createdAtMs,
      bankReference: withdrawals.bankReference,
      rejectReason: withdrawals.rejectReason,
      cancelledBy: withdrawals.cancelledBy,
      stopToken: withdrawals.stopToken,
    })
    .from(withdrawals)
    .innerJoin(users, eq(users.id, withdrawals.userId))
    .leftJoin(stakes, eq(stakes.id, withdrawals.stakeId))
    .leftJoin(casks, eq(casks.id, stakes.caskId))
    .where(eq(withdrawals.id, withdrawalId));
  if (!row) return null;
  const { caskName, endedOn, cycleNumber, amountCents, accountLast4 } = row;
  const cycle = caskName !== null && cycleNumber !== null ? { caskName, number: cycleNumber } : null;
  return {
    ...row,
    stopUrl: row.stopToken === null ? null : stopAddress(origin, row.stopToken),
    facts: {
      amountCents,
      accountLast4,
      cycle,
      isSold: endedOn !== null,
      walletUrl: `${origin}${walletRowPath(withdrawalId)}`,
    } satisfies WithdrawalFacts,
  };
}
