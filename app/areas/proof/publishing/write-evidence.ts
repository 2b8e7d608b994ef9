import { runWork } from "~/db/work";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { confirmedAge, confirmedIn } from "~/domain/confirmed";
import { latestValuation } from "~/domain/returns";
import { valueStory } from "~/areas/casks/value-story";
import type { Deps } from "~/core/deps";
import {
  type CaskEvidence,
  documentKey,
  evidenceKey,
  type ProvedCask,
  type PublicDocument,
  writeProof,
} from "./proof-files";
import { type CaskFacts, type FoundCask, readFactsOf } from "./inside/read-casks";

export type PublishDeps = Pick<Deps, "db" | "nowMs"> & { proof: Pick<R2Bucket, "get" | "put" | "delete"> };

/** The end of the day that is told of. */
export type AsOf = { day: CalendarDate; untilMs: number };

/** A line of the list of casks, and what its counts need. */
export type PublishedCask = ProvedCask & {
  /** Its warehouse has confirmed it within 35 days. */
  isConfirmed: boolean;
  /** Investors hold stakes of it. */
  isHeld: boolean;
  /** It was valued since it was issued. */
  isValued: boolean;
};

export const listed = ({ id, name, endedOn, kinds }: PublishedCask): ProvedCask => ({ id, name, endedOn, kinds });

/** Writes the file of each cask, and where its public documents are kept. One round trip. A withdrawn cask loses its file. */
export async function writeEvidence(
  deps: PublishDeps,
  found: readonly FoundCask[],
  asOf: AsOf,
): Promise<PublishedCask[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const facts = await runWork(deps.db, readFactsOf(deps.db, ids, asOf.untilMs));
  const today = dateOf(deps.nowMs());
  const published: PublishedCask[] = [];
  for (const cask of found) {
    if (cask.state === "withdrawn") {
      await deps.proof.delete(evidenceKey(cask.id));
      continue;
    }
    const own = factsOf(facts, cask.id);
    const file = evidenceFile(cask, own, asOf.day);
    await Promise.all([
      writeProof(deps.proof, evidenceKey(cask.id), file),
      ...own.documents.filter(({ visibility }) => visibility === "public").map((one) => writePointer(deps, one)),
    ]);
    published.push(lineOf(cask, own, file, today));
  }
  return published;
}

function factsOf(facts: CaskFacts, caskId: string): CaskFacts {
  const isOwn = (row: { caskId: string }) => row.caskId === caskId;
  return {
    documents: facts.documents.filter(isOwn),
    gauges: facts.gauges.filter(isOwn),
    valuations: facts.valuations.filter(isOwn),
    held: facts.held.filter(isOwn),
  };
}

async function writePointer({ proof }: PublishDeps, document: CaskFacts["documents"][number]): Promise<void> {
  const { fileKey, kind, issuedOn, mediaType, sha256 } = document;
  await writeProof(proof, documentKey(sha256), { fileKey, kind, issuedOn, mediaType } satisfies PublicDocument);
}

function evidenceFile(cask: FoundCask, own: CaskFacts, day: CalendarDate): CaskEvidence {
  const { keeper, address } = cask;
  return {
    version: 1,
    day,
    cask: {
      id: cask.id,
      name: cask.name,
      kind: cask.kind,
      caskType: cask.caskType,
      distillery: cask.distillery,
      warehouse: cask.warehouse,
      caskNumber: cask.caskNumber,
      filledOn: cask.filledOn,
      storagePaidUntil: cask.storagePaidUntil,
      endedOn: cask.endedOn,
    },
    keeper:
      keeper === null || address === null
        ? null
        : { keeper, address, licenceNumber: cask.licenceNumber, contact: cask.contact },
    documents: own.documents.map(({ caskId: _, fileKey: __, replaced, ...document }) => ({
      ...document,
      replaced: replaced === 1,
    })),
    gauges: own.gauges.map(({ caskId: _, ...gauge }) => gauge),
    valuations: valueStory(own.valuations),
  };
}

function lineOf(cask: FoundCask, own: CaskFacts, file: CaskEvidence, today: CalendarDate): PublishedCask {
  const current = file.documents.filter(
    ({ replaced, expiresOn }) => !replaced && (expiresOn === null || expiresOn >= today),
  );
  const counted = file.valuations.filter(({ corrected }) => corrected === null).reverse();
  return {
    id: cask.id,
    name: cask.name,
    endedOn: cask.endedOn,
    kinds: [...new Set(current.map(({ kind }) => kind))].sort(),
    isConfirmed: confirmedAge(confirmedIn(file.documents), today).state === "confirmed",
    isHeld: own.held.length > 0,
    isValued: latestValuation(counted, file.day) !== null,
  };
}
