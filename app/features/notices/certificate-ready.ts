import { eq } from "drizzle-orm";
import { certificateReadyMail } from "~/content/notice-mails";
import { casks } from "~/db/schema/casks";
import { users } from "~/db/schema/people";
import { certificates, stakes } from "~/db/schema/stakes";
import { groupCode } from "~/domain/certificate-code";
import type { Composer } from "./notice";

/** The PDF is there: [CERTIFICATE]. One that is void by now is told by what made it so. */
export const certificateReadyNotice: Composer = async ({ db, origin }, [certificateId]) => {
  const [row] = await db
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
  const facts = { ...row, code, verifyUrl: `${origin}/verify/${code}`, walletUrl: `${origin}/wallet` };
  return { to: row.email, mail: certificateReadyMail(facts) };
};
