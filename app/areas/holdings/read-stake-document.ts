import { and, eq, or } from "drizzle-orm";
import { evidence } from "~/db/schema/evidence";
import { stakes } from "~/db/schema/stakes";
import { row } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";

/**
 * Where a document about the cask of a stake is kept, for the stake's own investor; undefined for everyone else. After its end only
 * what is public is left to see. One round trip.
 */
export async function readStakeDocument(
  { db }: Pick<Deps, "db">,
  session: Session,
  { stakeId, documentId }: { stakeId: string; documentId: string },
) {
  const { result } = await session.read(({ userId }) =>
    row(
      db
        .select({
          kind: evidence.kind,
          issuedOn: evidence.issuedOn,
          fileKey: evidence.fileKey,
          mediaType: evidence.mediaType,
        })
        .from(stakes)
        .innerJoin(evidence, eq(evidence.caskId, stakes.caskId))
        .where(
          and(
            eq(stakes.id, stakeId),
            eq(stakes.userId, userId),
            eq(evidence.id, documentId),
            or(eq(evidence.visibility, "public"), eq(stakes.state, "active"), eq(stakes.state, "frozen")),
          ),
        ),
    ),
  );
  return result;
}
