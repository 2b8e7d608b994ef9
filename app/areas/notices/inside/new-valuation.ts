import { and, count, eq } from "drizzle-orm";
import { newValuationMail } from "~/content/notice-mails-casks";
import { casks, valuations } from "~/db/schema/casks";
import { users } from "~/db/schema/people";
import { stakes } from "~/db/schema/stakes";
import { isCounted } from "~/areas/casks/counted-valuations";
import type { Composer } from "./notice";
import { placeUrl } from "./notice-place";

/** What a holder's stakes are valued at now: [VALUATION, USER]. Not sent once it was corrected or the stakes are gone. */
export const newValuationNotice: Composer = async (deps, [valuationId, userId]) => {
  if (!userId) return "no-address";
  const [found] = await deps.db
    .select({
      email: users.email,
      caskName: casks.name,
      valueCents: valuations.valueCents,
      valuedOn: valuations.valuedOn,
      tier: valuations.tier,
      method: valuations.method,
      source: valuations.source,
      supersedesId: valuations.supersedesId,
      stakes: count(stakes.id),
    })
    .from(valuations)
    .innerJoin(casks, eq(casks.id, valuations.caskId))
    .innerJoin(stakes, and(eq(stakes.caskId, casks.id), eq(stakes.userId, userId), eq(stakes.state, "active")))
    .innerJoin(users, eq(users.id, stakes.userId))
    .where(and(eq(valuations.id, valuationId), isCounted))
    .groupBy(users.id);
  if (!found) return "superseded";
  const { email, supersedesId, ...facts } = found;
  if (!email) return "no-address";
  const walletUrl = await placeUrl(deps, "new-valuation", [valuationId, userId]);
  const mail = newValuationMail({ ...facts, corrects: supersedesId !== null, walletUrl });
  return { to: email, mail, userId };
};
