import { sql } from "drizzle-orm";
import { row, writeThenRead } from "~/db/work";
import { commitmentOf } from "~/domain/first-minute";
import type { Sha256 } from "~/domain/audit/audit-files";
import { toHex } from "~/domain/hex";
import type { Deps } from "~/core/deps";
import type { OperatorSession } from "~/core/session/guarded";
import { caskStateNow, type ChangeCaskState, type CaskStateOutcome, recordCaskState } from "./cask-state";

export type DrawOutcome = CaskStateOutcome<"was-published">;

type Change = ChangeCaskState & { isDrawn: boolean };

const SEED_BYTES = 32;

/**
 * Has places drawn among those who ask in the first minute of a draft, or not. The seed is made here and shown to nobody; its hash stands
 * with the cask from now on, so that no other can be chosen later. Fixed once the cask is published. One round trip.
 */
export async function chooseDraw(
  { db, sha256 }: Pick<Deps, "db"> & { sha256: Sha256 },
  session: OperatorSession,
  { caskId, version, isDrawn }: Change,
): Promise<DrawOutcome> {
  const seed = toHex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
  const { result: now } = await session.write((operator) => {
    const allowed = sql`casks.id = ${caskId} AND casks.version = ${version} AND casks.state = 'draft'
      AND (casks.draw_commitment IS NOT NULL) <> ${isDrawn ? 1 : 0}`;
    const action = isDrawn ? "draw-chosen" : "draw-dropped";
    const statements = [
      recordCaskState(db, { caskId, version, action, operator, allowed }),
      db.run(
        isDrawn
          ? sql`INSERT INTO launch_draws (cask_id, seed, chosen_at_ms) SELECT id, ${seed}, ${operator.nowMs} FROM casks WHERE ${allowed}`
          : sql`DELETE FROM launch_draws WHERE cask_id = (SELECT id FROM casks WHERE ${allowed})`,
      ),
      db.run(
        sql`UPDATE casks SET draw_commitment = ${isDrawn ? commitmentOf(seed, sha256) : null}, version = version + 1 WHERE ${allowed}`,
      ),
    ];
    return writeThenRead(statements, row(caskStateNow(db, caskId)));
  });
  if (!now) return { ok: false, code: "no-such-cask" };
  if ((now.drawCommitment !== null) === isDrawn) return { ok: true };
  if (now.state !== "draft") return { ok: false, code: "was-published" };
  return { ok: false, code: now.version === version ? "not-allowed" : "changed-meanwhile" };
}
