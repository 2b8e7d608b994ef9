import { mapWork, row, rows, together } from "~/db/work";
import type { Deps } from "~/features/deps";
import { tokensOf } from "~/features/ledger/accounts";
import { BILLING_PAGE, billingQuery } from "~/features/portfolio/billing-history";
import { readBalance, readHoldings } from "~/features/portfolio/holdings-queries";
import { invitationCode } from "~/features/referrals/invitation";
import type { Session } from "~/features/session/session";
import { bankDetailsQuery } from "./bank-details";
import { personalQuery } from "./personal-details";

/** A whole account: portfolio, tokens, referral code, personal and bank details. */
export async function readUserDetails(
  { db, log }: Pick<Deps, "db" | "log">,
  session: Session,
  beforeId: string | null,
) {
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs }) =>
    together({
      holdings: readHoldings(db, { userId, nowMs }),
      billing: rows(billingQuery(db, { userId, beforeId, limit: BILLING_PAGE.api + 1 })),
      tokens: mapWork(readBalance(db, tokensOf(userId)), (tokens) => tokens ?? 0),
      code: invitationCode(db, userId),
      personal: row(personalQuery(db, userId)),
      bank: row(bankDetailsQuery(db, userId)),
    }),
  );
  const { holdings, ...others } = result;
  if (holdings.isCut) log("portfolio-cut-short", { userId: viewer.id });
  return { viewer, nowMs, rows: { ...holdings, ...others } };
}
