import { eq } from "drizzle-orm";
import type { Database } from "~/db/client";
import { casks } from "~/db/schema/casks";
import { certificates, stakes } from "~/db/schema/stakes";

/** What a download needs to know: whose it is and where the file lies. */
export function certificateFileQuery(db: Database, certificateId: string) {
  return db
    .select({ state: certificates.state, r2Key: certificates.r2Key, userId: stakes.userId, stakeNumber: stakes.number })
    .from(certificates)
    .innerJoin(stakes, eq(stakes.id, certificates.stakeId))
    .where(eq(certificates.id, certificateId));
}

/** What anyone with the code may know: nothing about the holder. */
export function publicCertificateQuery(db: Database, code: string) {
  return db
    .select({
      state: certificates.state,
      sha256: certificates.sha256,
      issuedAtMs: certificates.issuedAtMs,
      voidedAtMs: certificates.voidedAtMs,
      stakeNumber: stakes.number,
      caskName: casks.name,
      totalStakes: casks.totalStakes,
    })
    .from(certificates)
    .innerJoin(stakes, eq(stakes.id, certificates.stakeId))
    .innerJoin(casks, eq(casks.id, stakes.caskId))
    .where(eq(certificates.code, code));
}
