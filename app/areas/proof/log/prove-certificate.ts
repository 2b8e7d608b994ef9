import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { row, runWork, type Work } from "~/db/work";
import type { Session } from "~/core/session/session";
import { type LoggedEntry, type ProofDeps, proveEntry } from "./inside/prove-entry";

type Logged = LoggedEntry & { userId: string };

/**
 * The proof of the last thing that happened to a certificate, as a file (C2SP tlog-proof), for its owner and for operators. One round trip.
 * @returns null for everyone else, and until the night after it was issued
 */
export async function proveOwnCertificate(deps: ProofDeps, session: Session, certificateId: string) {
  const { viewer, result } = await session.read(() => readLogged(deps.db, sql`certificates.id = ${certificateId}`));
  if (!result || (result.userId !== viewer.id && viewer.role === "investor")) return null;
  return proveEntry(deps, result);
}

/** The same for anybody who has its code. @param db a copy near the visitor will do */
export async function proveByCode(deps: ProofDeps, code: string): Promise<string | null> {
  const found = await runWork(deps.db, readLogged(deps.db, sql`certificates.code = ${code}`));
  return found ? proveEntry(deps, found) : null;
}

/** The last event of it that the newest checkpoint counts. */
function readLogged(db: Database, which: SQL): Work<Logged | undefined> {
  const causes = sql`'certificate:' || certificates.id || ':issued', 'certificate:' || certificates.id || ':void', 'certificate:' || certificates.id || ':resold'`;
  return row(
    db.all<Logged>(sql`SELECT entries.body, entries.place, heads.size, heads.checkpoint, stakes.user_id AS userId
      FROM certificates CROSS JOIN stakes ON stakes.id = certificates.stake_id
        CROSS JOIN log_entries AS entries ON entries.cause IN (${causes}) AND entries.place < (SELECT max(size) FROM log_heads)
        CROSS JOIN log_heads AS heads ON heads.size = (SELECT max(size) FROM log_heads)
      WHERE ${which} ORDER BY entries.place DESC LIMIT 1`),
  );
}
