import type { AuditDay } from "~/domain/audit/audit-files";
import { countExits, type ProofFigures } from "~/domain/proof-figures";
import { readDay } from "~/areas/proof/audits/read-audit";
import { type ExitList, PROOF_FILES, readProof, type ServiceTimes, type StressFile } from "./proof-files";

/** Four published files at once, and no database. */
export async function readFigures({ proof }: { proof: R2Bucket }): Promise<ProofFigures> {
  const [audit, stress, exits, service] = await Promise.all([
    readDay({ proof }, "latest"),
    readProof<StressFile>(proof, PROOF_FILES.stress),
    readProof<ExitList>(proof, PROOF_FILES.exits),
    readProof<ServiceTimes>(proof, PROOF_FILES.service),
  ]);
  return {
    audit: audit && auditFigures(audit),
    casks: stress && {
      ...{ day: stress.day, casks: stress.casks, delivered: stress.delivered, confirmed: stress.confirmed },
      signed: stress.signed ?? 0,
    },
    values: stress && { day: stress.day, casks: stress.stress.casks, unvalued: stress.stress.unvaluedCasks },
    exits: exits && { day: exits.day, ...countExits(exits.exits) },
    withdrawals: service && service.withdrawals,
  };
}

function auditFigures({ date, result, reason, casks, money }: AuditDay): ProofFigures["audit"] {
  const sum = (field: "total" | "issued" | "certificates_valid") => casks.reduce((all, cask) => all + cask[field], 0);
  return {
    ...{ date, result, reason, casks: casks.length, heldCents: money.held_cents, owedCents: money.owed_cents },
    ...{ stakes: sum("total"), issued: sum("issued"), certificates: sum("certificates_valid") },
  };
}
