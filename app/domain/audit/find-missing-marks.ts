import type { CaskList, Sha256 } from "./audit-files";
import { registerMark } from "./register-mark";

/** A stake that was held at the day's end, with the certificate that proved it. */
export type HeldStake = { caskId: string; number: number; certificateId: string; certificateCode: string };

/** Those whose own line in the list of their cask is not there, not `issued`, or has another mark. */
export function findMissingMarks(
  held: readonly HeldStake[],
  lists: ReadonlyMap<string, CaskList | null>,
  sha256: Sha256,
): HeldStake[] {
  return held.filter(({ caskId, number, certificateCode }) => {
    const line = lists.get(caskId)?.stakes[number - 1];
    return (
      line?.number !== number ||
      line.state !== "issued" ||
      line.mark !== registerMark({ certificateCode, stakeNumber: number, caskId }, sha256)
    );
  });
}
