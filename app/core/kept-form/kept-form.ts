import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "~/db/client";
import { keptForms } from "~/db/schema/kept-forms";
import { row, type Statement, type Work, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { Sealed } from "~/core/sealer";
import type { Session } from "~/core/session/session";

// What was typed into a form that could not be taken yet, kept so that it comes back as it was typed. All of it is sealed,
// and opens only for the same person, the same form and the browser that has the cookie. Showing it changes nothing; it is
// forgotten when the form is taken, and at the end of its time.

/** Long enough for a code to arrive and be entered. */
export const KEPT_FOR_CODE_MS = 15 * 60_000;

const BYTES_AT_MOST = 8_192;
const fieldsSchema = z.record(z.string(), z.string());
const contentSchema = z.object({ form: z.string(), fields: fieldsSchema });

export type KeptFields = z.infer<typeof fieldsSchema>;

/** Whose form it is, and which. `userId` is null for a signed-out visitor. */
export type KeptFormOf = { form: string; userId: string | null };

export type FormToKeep = KeptFormOf & { idHash: string; fields: KeptFields; untilMs: number };

/** Sealed, and ready for `insertKeptForm`. Null where the fields are too large to be worth keeping. */
export async function sealForm(
  { sealer }: Pick<Deps, "sealer">,
  { form, userId, idHash, fields, untilMs }: FormToKeep,
) {
  const content = JSON.stringify({ form, fields } satisfies z.infer<typeof contentSchema>);
  if (content.length > BYTES_AT_MOST) return null;
  return { idHash, untilMs, ...(await sealer.seal(content, placeOf(userId))) };
}

export type SealedForm = NonNullable<Awaited<ReturnType<typeof sealForm>>>;

/** @param live true while the request's session is; `sql`true`` for a visitor who has none */
export function insertKeptForm(db: Database, { idHash, sealed, keyId, untilMs }: SealedForm, live: SQL): Statement {
  return db.run(sql`INSERT INTO kept_forms (id_hash, values_sealed, key_id, expires_at_ms)
    SELECT ${idHash}, ${sealed}, ${keyId}, ${untilMs} WHERE ${live} ON CONFLICT DO NOTHING`);
}

/** For requests with nothing else to write. One round trip. */
export async function saveKeptForm({ db }: Pick<Deps, "db">, session: Session, sealed: SealedForm): Promise<void> {
  await session.write(({ live }) => writes(insertKeptForm(db, sealed, live)));
}

/** For the batch of the page that shows the form. @param idHash null where the browser has no cookie: nothing is asked */
export function readKeptForm(db: Database, idHash: string | null, nowMs: number): Work<Sealed | undefined> {
  if (idHash === null) return { statements: [], read: () => undefined };
  return row(
    db
      .select({ sealed: keptForms.valuesSealed, keyId: keptForms.keyId })
      .from(keptForms)
      .where(and(eq(keptForms.idHash, idHash), gt(keptForms.expiresAtMs, nowMs))),
  );
}

/** As it was typed; null where nothing is kept, or what is kept is another form's or another person's. */
export async function openKeptForm(
  { sealer }: Pick<Deps, "sealer">,
  kept: Sealed | undefined,
  { form, userId }: KeptFormOf,
): Promise<KeptFields | null> {
  if (!kept) return null;
  // Another user's sealed text does not open; nor does one whose key is gone.
  const content = await sealer.open(kept, placeOf(userId)).catch(() => null);
  if (content === null) return null;
  const read = contentSchema.parse(JSON.parse(content));
  return read.form === form ? read.fields : null;
}

/** For the batch that takes the form. @param live as for `insertKeptForm`; without it, behind a guard */
export function forgetKeptForm(db: Database, idHash: string | null, live: SQL = sql`true`): Statement[] {
  return idHash === null ? [] : [db.delete(keptForms).where(and(eq(keptForms.idHash, idHash), live))];
}

const placeOf = (userId: string | null) =>
  ({ table: "kept_forms", column: "values_sealed", userId: userId ?? "" }) as const;
