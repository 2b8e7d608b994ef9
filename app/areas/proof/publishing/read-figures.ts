import type { AuditDay } from "~/domain/audit/audit-files";
import { countExits, type ProofFigures } from "~/domain/proof-figures";
import { drawRack, type Rack } from "~/domain/pictures/rack";
import { readDay } from "~/areas/proof/read-audit";
import { countCasks, rackCask } from "~/areas/proof/show-day";
import { type CaskCounts, type ExitList, PROOF_FILES, readProof, type ServiceTimes } from "./proof-files";

/** Four published files at once, and no database. `rack`: the casks of the newest audit; `times`: how long people waited. Null: none yet. */
export async function readFigures({
  proof,
}: {
  proof: R2Bucket;
}): Promise<{ figures: ProofFigures; rack: Rack | null; times: ServiceTimes | null }> {
  const [audit, counts, exits, times] = await Promise.all([
    readDay({ proof }, "latest"),
    readProof<CaskCounts>(proof, PROOF_FILES.counts),
    readProof<ExitList>(proof, PROOF_FILES.exits),
    readProof<ServiceTimes>(proof, PROOF_FILES.service),
  ]);
  const figures: ProofFigures = {
    audit: audit && auditFigures(audit),
    casks: counts,
    exits: exits && { day: exits.day, ...countExits(exits.exits) },
    withdrawals: times && times.withdrawals,
  };
  return { figures, rack: audit && drawRack(audit.casks.map(rackCask)), times };
}

function auditFigures(day: AuditDay): ProofFigures["audit"] {
  const { date, result, reason, casks, money } = day;
  return {
    ...{ date, result, reason, heldCents: money.held_cents, owedCents: money.owed_cents },
    counts: countCasks(day),
    certificates: casks.reduce((all, cask) => all + cask.certificates_valid, 0),
  };
}
