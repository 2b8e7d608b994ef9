import type { AuditDay } from "~/domain/audit/audit-files";
import { countExits, type ProofFigures } from "~/domain/proof-figures";
import { drawRack, type Rack } from "~/domain/pictures/rack";
import { readDay } from "~/areas/proof/audits/read-audit";
import { countCasks, rackCask } from "~/areas/proof/audits/show-day";
import { type ExitList, PROOF_FILES, readProof, type ServiceTimes, type StressFile } from "./proof-files";

/** Four published files at once, and no database. `rack`: the casks of the newest audit; null: there is none. */
export async function readFigures({
  proof,
}: {
  proof: R2Bucket;
}): Promise<{ figures: ProofFigures; rack: Rack | null }> {
  const [audit, stress, exits, service] = await Promise.all([
    readDay({ proof }, "latest"),
    readProof<StressFile>(proof, PROOF_FILES.stress),
    readProof<ExitList>(proof, PROOF_FILES.exits),
    readProof<ServiceTimes>(proof, PROOF_FILES.service),
  ]);
  const figures: ProofFigures = {
    audit: audit && auditFigures(audit),
    casks: stress && {
      ...{ day: stress.day, casks: stress.casks, delivered: stress.delivered, confirmed: stress.confirmed },
      signed: stress.signed ?? 0,
    },
    values: stress && { day: stress.day, casks: stress.stress.casks, unvalued: stress.stress.unvaluedCasks },
    exits: exits && { day: exits.day, ...countExits(exits.exits) },
    withdrawals: service && service.withdrawals,
  };
  return { figures, rack: audit && drawRack(audit.casks.map(rackCask)) };
}

function auditFigures(day: AuditDay): ProofFigures["audit"] {
  const { date, result, reason, casks, money } = day;
  return {
    ...{ date, result, reason, heldCents: money.held_cents, owedCents: money.owed_cents },
    counts: countCasks(day),
    certificates: casks.reduce((all, cask) => all + cask.certificates_valid, 0),
  };
}
