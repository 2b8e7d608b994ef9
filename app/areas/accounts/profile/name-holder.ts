import { sql, type SQL } from "drizzle-orm";
import { nameTexts } from "~/content/profile-texts";
import type { Database } from "~/db/client";
import { type Work, writes } from "~/db/work";
import { byUser, recordAudit } from "~/core/ledger/audit";
import { hasOtherLetters, type PersonalValues, readPersonal } from "./personal-details";

export function certificateName(full: string, latin: string): string | null {
  if (latin !== "") return latin;
  return full !== "" && !hasOtherLetters(full) ? full : null;
}

export type HolderName = { fullName: string; onCertificate: string };

type NameFields = Pick<PersonalValues, "full_name" | "name_on_certificate">;

type ReadHolderName = { ok: true; holder: HolderName } | { ok: false; typed: NameFields; errors: Partial<NameFields> };

function readHolderName(fields: Record<string, unknown>): ReadHolderName {
  const textOf = (name: keyof NameFields) => (typeof fields[name] === "string" ? fields[name] : "");
  const typed = { full_name: textOf("full_name"), name_on_certificate: textOf("name_on_certificate") };
  const read = readPersonal(typed);
  if (!read.ok) return { ok: false, typed, errors: read.errors };
  const { full_name: fullName = "", name_on_certificate: latin = "" } = read.values;
  const onCertificate = certificateName(fullName, latin);
  if (onCertificate === null) return { ok: false, typed, errors: { full_name: nameTexts.onCertificate.missing } };
  return { ok: true, holder: { fullName, onCertificate } };
}

export type ReadPurchaseName = { ok: true; holder: HolderName | undefined } | Extract<ReadHolderName, { ok: false }>;

/** A program that leaves the field out buys all the same, and its certificate says how the holder is reached. */
export function readPurchaseName(caskId: string | null, fields: Record<string, unknown>): ReadPurchaseName {
  return caskId === null || fields.full_name === undefined ? { ok: true, holder: undefined } : readHolderName(fields);
}

type Naming = { auditId: string; userId: string; holder: HolderName; nowMs: number; live: SQL };

/** An old page, or a form sent twice, changes none. */
export function nameHolder(db: Database, { auditId, userId, holder, nowMs, live }: Naming): Work<void> {
  const user = byUser(userId);
  const unnamed = sql`id = ${userId} AND name_on_certificate IS NULL AND activated_at_ms IS NOT NULL`;
  return writes(
    recordAudit(
      db,
      { id: auditId, actor: user, action: "personal-details-changed", subject: user, nowMs },
      { where: sql`${live} AND EXISTS (SELECT 1 FROM users WHERE ${unnamed})` },
    ),
    db.run(sql`UPDATE users SET full_name = ${holder.fullName}, name_on_certificate = ${holder.onCertificate}
      WHERE ${unnamed} AND ${live}`),
  );
}
