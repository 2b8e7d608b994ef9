import { sql } from "drizzle-orm";
import { caskExits } from "~/db/schema/cask-exits";
import { row, together } from "~/db/work";
import type { Deps } from "~/features/deps";
import type { Session } from "~/features/session/session";
import { type ExitPreview, previewOf, readExitFacts } from "./preview-exit";

/** An exit with what each holder gets, for the operator who is to confirm it, and afterwards; null for everybody else. */
export async function readExit(
  { db }: Pick<Deps, "db">,
  session: Session,
  { exitId, afterUserId = "" }: { exitId: string; afterUserId?: string },
): Promise<{ exit: typeof caskExits.$inferSelect; preview: ExitPreview } | null> {
  const ofExit = sql`(SELECT cask_id FROM cask_exits WHERE cask_exits.id = ${exitId})`;
  const { viewer, result } = await session.read(() =>
    together({
      exit: row(
        db
          .select()
          .from(caskExits)
          .where(sql`id = ${exitId}`),
      ),
      facts: readExitFacts(db, ofExit, afterUserId),
    }),
  );
  const { exit, facts } = result;
  if (viewer.role !== "operator" || !exit || !facts.cask) return null;
  const { grossCents, feesCents, netPerStakeCents, remainderCents } = exit;
  const division = { netCents: grossCents - feesCents, netPerStakeCents, remainderCents };
  return { exit, preview: previewOf(facts, facts.cask, division) };
}
