import { eq } from "drizzle-orm";
import { certificateReadyMail } from "~/content/notice-mails";
import { casks } from "~/db/schema/casks";
import { users } from "~/db/schema/people";
import { certificates, stakes } from "~/db/schema/stakes";
import { groupCode } from "~/domain/certificate-code";
import type { Composer } from "./notice";
import { placeUrl } from "./notice-place";

/** The PDF is there: [CERTIFICATE]. One that has been voided since is covered by the notice of what voided it. */
export const certificateReadyNotice: Composer = async (deps, [certificateId]) => {
  const [row] = await deps.db
    .select({
      email: users.email,
      state: certificates.state,
      code: certificates.code,
      caskName: casks.name,
      stakeNumber: stakes.number,
      totalStakes: casks.totalStakes,
    })
    .from(certificates)
    .innerJoin(stakes, eq(stakes.id, certificates.stakeId))
    .innerJoin(casks, eq(casks.id, stakes.caskId))
    .innerJoin(users, eq(users.id, stakes.userId))
    .where(eq(certificates.id, certificateId));
  if (!row?.email) return "no-address";
  if (row.state !== "issued") return "superseded";
  const code = groupCode(row.code);
  const walletUrl = await placeUrl(deps, "certificate-ready", [certificateId]);
  const facts = { ...row, code, verifyUrl: `${deps.origin}/verify/${code}`, walletUrl };
  return { to: row.email, mail: certificateReadyMail(facts) };
};
