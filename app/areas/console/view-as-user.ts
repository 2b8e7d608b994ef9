import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { users } from "~/db/schema/people";
import { mapWork, row, together, type Work, writeThenRead } from "~/db/work";
import { tokensOf } from "~/core/ledger/accounts";
import { byStaff, byUser, recordAudit } from "~/core/ledger/audit";
import type { StaffAccess } from "~/core/session/guarded";
import { readBalance } from "~/areas/holdings/portfolio/holdings-queries";
import { type PortfolioView, portfolioView } from "~/areas/holdings/portfolio/portfolio-view";
import { portfolioRows } from "~/areas/holdings/portfolio/read-portfolio";
import { rewardSumsQuery } from "~/areas/holdings/portfolio/read-rewards";

// A customer's wallet as they see it, for a member of staff who looks at it: the same figures, by the same functions, and no session of
// the customer's. Accounts at banks stay out of it. Each look is a row of the log, in the same batch.

export type WalletSeen = {
  fullName: string | null;
  activated: boolean;
  portfolio: Omit<PortfolioView, "withdrawals"> & {
    withdrawals: Omit<PortfolioView["withdrawals"][number], "account">[];
  };
  tokens: number | null;
  rewards: { pendingCents: number; paidCents: number };
};

type Look = {
  userId: string;
  /** Chosen before writing. */
  auditId: string;
  access: StaffAccess;
};

/** null: there is no such account, or it is closed. */
export function viewAsUser(db: Database, { userId, auditId, access }: Look): Work<WalletSeen | null> {
  const { nowMs } = access;
  const isOpen = sql`users.id = ${userId} AND users.closed_at_ms IS NULL`;
  const looked = recordAudit(
    db,
    { id: auditId, actor: byStaff(access.userId), action: "wallet-viewed", subject: byUser(userId), nowMs },
    { from: users, where: isOpen },
  );
  const read = together({
    person: row(
      db.all<{ fullName: string | null; activated: number }>(
        sql`SELECT full_name AS fullName, activated_at_ms IS NOT NULL AS activated FROM users WHERE ${isOpen}`,
      ),
    ),
    rows: portfolioRows(db, { userId, nowMs }),
    tokens: readBalance(db, tokensOf(userId)),
    rewards: row(rewardSumsQuery(db, userId)),
  });
  return mapWork(writeThenRead([looked], read), ({ person, rows, tokens, rewards }) => {
    if (!person) return null;
    const activated = person.activated === 1;
    const portfolio = portfolioView(rows, { activated, nowMs });
    const withdrawals = portfolio.withdrawals.map(({ account: _, ...shown }) => shown);
    return {
      fullName: person.fullName,
      activated,
      portfolio: { ...portfolio, withdrawals },
      tokens,
      rewards: rewards ?? { pendingCents: 0, paidCents: 0 },
    };
  });
}
