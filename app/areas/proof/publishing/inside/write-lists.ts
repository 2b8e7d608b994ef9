import { isJudged, recordOf } from "~/domain/value-record";
import {
  type CaskList,
  type ExitList,
  judgedValues,
  PROOF_FILES,
  type ValueRecordFile,
  writeProof,
} from "../proof-files";

type Bucket = Pick<R2Bucket, "put">;

/**
 * Those that stand first, then those that have ended.
 * @param seenMs up to when papers, keepers and ends are in the files; it is kept beside the list, with which it changes
 * @param etag of the list that this one follows
 * @returns false if another list has taken that one's place
 */
export async function writeCaskList(
  proof: Bucket,
  list: CaskList,
  { seenMs, etag }: { seenMs: number; etag?: string },
): Promise<boolean> {
  const casks = list.casks.toSorted(
    (a, b) => Number(a.endedOn !== null) - Number(b.endedOn !== null) || a.name.localeCompare(b.name, "en"),
  );
  const written = await writeProof(proof, PROOF_FILES.casks, { ...list, casks } satisfies CaskList, {
    customMetadata: { seenMs: String(seenMs) },
    ...(etag !== undefined && { onlyIf: { etagMatches: etag } }),
  });
  return written !== null;
}

/** The latest first, and beside it how right their values were. */
export async function writeExitList(proof: Bucket, list: ExitList): Promise<void> {
  const exits = list.exits.toSorted((a, b) => b.soldOn.localeCompare(a.soldOn) || a.caskId.localeCompare(b.caskId));
  const { day } = list;
  const judged = exits.map(judgedValues);
  await writeProof(proof, PROOF_FILES.values, {
    ...{ version: 1, day, ended: exits.length, judged: judged.filter((values) => values.some(isJudged)).length },
    record: recordOf(judged.flat()),
  } satisfies ValueRecordFile);
  await writeProof(proof, PROOF_FILES.exits, { ...list, exits } satisfies ExitList);
}
