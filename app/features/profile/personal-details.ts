import { eq, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { profileTexts } from "~/content/profile-texts";
import type { Database } from "~/db/client";
import { users } from "~/db/schema/people";
import { firstErrors } from "~/features/first-errors";
import { emailAddress } from "~/features/login/read-address";
import { oneLine, severalLines } from "./bank-fields";

const NAME_LENGTH = 120;
const ADDRESS_LENGTH = 500;

export function personalQuery(db: Database, userId: string) {
  return db
    .select({ fullName: users.fullName, email: users.email, phone: users.phone, address: users.address })
    .from(users)
    .where(eq(users.id, userId));
}

export type Personal = Awaited<ReturnType<typeof personalQuery>>[number];

const schema = z.object({
  full_name: oneLine(NAME_LENGTH),
  email: z
    .string()
    .transform((typed) => typed.trim())
    .pipe(z.union([z.literal(""), emailAddress])),
  address: severalLines(ADDRESS_LENGTH),
});

type PersonalField = keyof z.infer<typeof schema>;
export type PersonalValues = Record<PersonalField, string>;
type Errors = Partial<Record<PersonalField, string>>;

export type ReadPersonal = { ok: true; values: PersonalValues } | { ok: false; typed: PersonalValues; errors: Errors };

/** Anything goes but an email address that is none, and texts that are too long. */
export function readPersonal(fields: Record<string, unknown>): ReadPersonal {
  const text = (name: PersonalField) => (typeof fields[name] === "string" ? fields[name] : "");
  const typed = { full_name: text("full_name"), email: text("email"), address: text("address") };
  const parsed = schema.safeParse(typed);
  if (parsed.success) return { ok: true, values: parsed.data };
  return { ok: false, typed, errors: firstErrors(parsed.error) };
}

type Save = { userId: string; values: PersonalValues; auditId: string; nowMs: number; live: SQL };

/** Name and address; the email address waits for its code. */
export function savePersonalStatements(db: Database, { userId, values, auditId, nowMs, live }: Save) {
  return [
    db.run(sql`UPDATE users SET full_name = ${values.full_name || null}, address = ${values.address || null}
      WHERE id = ${userId} AND ${live}`),
    db.run(sql`INSERT INTO audit_log (id, actor, action, subject, created_at_ms)
      SELECT ${auditId}, ${`user:${userId}`}, 'personal-details-changed', ${`user:${userId}`}, ${nowMs} WHERE ${live} ON CONFLICT (id) DO NOTHING`),
  ] as const;
}

export type EmailChange = { kind: "none" } | { kind: "change"; email: string } | { kind: "refused"; message: string };

/** A form without the field, or with the address as it is, changes nothing. */
export function emailChange(typed: string | undefined, current: string | null): EmailChange {
  if (typed === undefined || typed === (current ?? "")) return { kind: "none" };
  return typed === "" ? { kind: "refused", message: profileTexts.emailKept } : { kind: "change", email: typed };
}
