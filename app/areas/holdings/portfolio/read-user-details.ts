import { mapWork, row, rows, together } from "~/db/work";
import type { Deps } from "~/core/deps";
import { tokensOf } from "~/core/ledger/accounts";
import { BILLING_PAGE, billingQuery } from "./billing-history";
import { readBalance, readHoldings } from "./holdings-queries";
import { invitationCode } from "~/areas/accounts/referrals/invitation";
import type { Session } from "~/core/session/session";
import { bankDetailsQuery } from "~/areas/accounts/profile/bank-details";
import { personalQuery } from "~/areas/accounts/profile/personal-details";

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
