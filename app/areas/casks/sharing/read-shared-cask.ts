import { sql } from "drizzle-orm";
import type { CaskKind, CaskType } from "~/domain/cask-shape";
import { row, together } from "~/db/work";
import { isPublished } from "~/areas/casks/is-published";
import type { Deps } from "~/core/deps";
import { invitationCode, invitationTo } from "~/areas/accounts/referrals/invitation";
import type { Session } from "~/core/session/session";

export type SharedCask = {
  id: string;
  name: string;
  distillery: string;
  kind: CaskKind;
  caskType: CaskType;
};

/**
 * What may be shown of a cask to everyone, and the link that leads there: the landing page, with the viewer's referral code if they
 * have one. Signed-out visitors see no cask's page. One round trip.
 */
export async function readSharedCask({ db, origin }: Pick<Deps, "db" | "origin">, session: Session, caskId: string) {
  const { viewer, result } = await session.read(({ userId }) =>
    together({
      cask: row(
        db.all<SharedCask>(
          sql`SELECT id, name, distillery, kind, cask_type AS caskType FROM casks WHERE id = ${caskId} AND ${isPublished}`,
        ),
      ),
      code: invitationCode(db, userId),
    }),
  );
  const { cask, code } = result;
  const landing = `${origin}/`;
  const link = code === null ? landing : invitationTo(landing, code);
  return { viewer, cask: cask ?? null, link, rewarded: code !== null };
}
