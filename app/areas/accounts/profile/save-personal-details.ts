import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { type Work, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { byUser, recordAudit } from "~/core/ledger/audit";
import type { Session } from "~/core/session/session";
import type { Viewer } from "~/core/session/viewer";
import { certificateName } from "./name-holder";
import type { PersonalValues } from "./personal-details";

type EmailOutcome = { kind: "none" } | { kind: "removed" } | { kind: "changed"; email: string };

export type SavedPersonal = {
  viewer: Viewer;
  nowMs: number;
  /** A new email address is not saved here: it waits for the code sent to it. */
  email: EmailOutcome;
};

export async function savePersonalDetails(
  { db, newId }: Deps,
  session: Session,
  { sent, otherEmail }: { sent: Partial<PersonalValues>; otherEmail: "save-the-rest" | "save-nothing" },
): Promise<SavedPersonal> {
  const auditId = newId("aud");
  const { viewer, nowMs } = await session.write(({ userId, nowMs, live, fresh }) => {
    const isSame = sql`${live} AND EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND coalesce(email, '') = ${sent.email})`;
    const savesTheRest = otherEmail === "save-the-rest" && sent.email !== "";
    const allowed = sent.email === undefined ? live : savesTheRest ? sql`((${isSame}) OR (${fresh}))` : isSame;
    return updatePersonal(db, { userId, sent, auditId, nowMs, allowed });
  });
  return { viewer, nowMs, email: emailChange(sent.email, viewer.email) };
}

type Update = { userId: string; sent: Partial<PersonalValues>; auditId: string; nowMs: number; allowed: SQL };

function updatePersonal(db: Database, { userId, sent, auditId, nowMs, allowed }: Update): Work<void> {
  const set = (column: SQL, text: string | undefined) => (text === undefined ? column : sql`${text || null}`);
  return writes(
    db.run(sql`UPDATE users SET full_name = ${set(sql`full_name`, sent.full_name)}, address = ${set(sql`address`, sent.address)},
        name_on_certificate = ${nextCertificateName(sent)}
      WHERE id = ${userId} AND ${allowed}`),
    recordAudit(
      db,
      { id: auditId, actor: byUser(userId), action: "personal-details-changed", subject: byUser(userId), nowMs },
      { where: allowed },
    ),
  );
}

/** A client that only knows full names keeps the one that stands for the same full name. */
function nextCertificateName({ full_name: full, name_on_certificate: latin }: Partial<PersonalValues>): SQL {
  if (full === undefined) return sql`name_on_certificate`;
  const next = certificateName(full, latin ?? "");
  if (latin !== undefined) return sql`${next}`;
  return sql`iif(full_name = ${full}, coalesce(name_on_certificate, ${next}), ${next})`;
}

function emailChange(sent: string | undefined, current: string | null): EmailOutcome {
  if (sent === undefined || sent === (current ?? "")) return { kind: "none" };
  return sent === "" ? { kind: "removed" } : { kind: "changed", email: sent };
}
