import { sql } from "drizzle-orm";
import * as z from "zod";
import { beneficiaryTexts as texts } from "~/content/beneficiary-texts";
import type { Database } from "~/db/client";
import { mapWork, row, together, type Work, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { firstErrors } from "~/core/first-errors";
import { forgetKeptForm, readKeptForm } from "~/core/kept-form/kept-form";
import { byUser, recordAudit } from "~/core/ledger/audit";
import { oneLine, severalLines } from "~/areas/accounts/profile/bank-fields";
import { personName } from "~/areas/accounts/profile/person-name";
import { isFresh } from "~/core/session/require-fresh";
import type { Session } from "~/core/session/session";

const schema = z.object({
  name: personName.pipe(z.string().min(1, texts.required)),
  relation: oneLine(100).pipe(z.string().min(1, texts.required)),
  contact: severalLines(500).pipe(z.string().min(1, texts.required)),
});

export type Beneficiary = z.infer<typeof schema>;
type Errors = Partial<Record<keyof Beneficiary, string>>;
export type ReadBeneficiary = { ok: true; values: Beneficiary } | { ok: false; typed: Beneficiary; errors: Errors };

export function readBeneficiary(fields: Record<string, unknown>): ReadBeneficiary {
  const text = (name: keyof Beneficiary) => (typeof fields[name] === "string" ? fields[name] : "");
  const typed = { name: text("name"), relation: text("relation"), contact: text("contact") };
  const parsed = schema.safeParse(typed);
  return parsed.success ? { ok: true, values: parsed.data } : { ok: false, typed, errors: firstErrors(parsed.error) };
}

/** The viewer's own; null without one. @param keptId of what was typed before a code was asked for. One round trip. */
export async function openBeneficiary({ db }: Pick<Deps, "db">, session: Session, keptId: string | null) {
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs: now }) =>
    together({ kept: readKeptForm(db, keptId, now), beneficiary: beneficiaryOf(db, userId) }),
  );
  return { viewer, fresh: isFresh(viewer, nowMs), ...result };
}

/**
 * Saves it, or removes it with null. Requires a code entered within the last 30 minutes: it is another person's contact, and decides whom
 * we trust after a death. The same form sent twice changes nothing the second time. One round trip.
 */
export async function saveBeneficiary(
  { db, newId }: Pick<Deps, "db" | "newId">,
  session: Session,
  { values, keptId }: { values: Beneficiary | null; keptId: string | null },
): Promise<{ ok: true } | { ok: false; code: "code-needed" }> {
  const auditId = newId("aud");
  const { viewer, nowMs } = await session.write(({ userId, nowMs, fresh }) => {
    const entry = {
      id: auditId,
      actor: byUser(userId),
      action: "beneficiary-changed",
      subject: byUser(userId),
      nowMs,
    } as const;
    const change = values
      ? db.run(sql`INSERT INTO beneficiaries (user_id, name, relation, contact, changed_at_ms)
          SELECT ${userId}, ${values.name}, ${values.relation}, ${values.contact}, ${nowMs} WHERE ${fresh}
          ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, relation = excluded.relation, contact = excluded.contact,
            changed_at_ms = excluded.changed_at_ms`)
      : db.run(sql`DELETE FROM beneficiaries WHERE user_id = ${userId} AND ${fresh}`);
    return writes(change, recordAudit(db, entry, { where: fresh }), ...forgetKeptForm(db, keptId, fresh));
  });
  return isFresh(viewer, nowMs) ? { ok: true } : { ok: false, code: "code-needed" };
}

function beneficiaryOf(db: Database, userId: string): Work<Beneficiary | null> {
  const query = db.all<Beneficiary>(sql`SELECT name, relation, contact FROM beneficiaries WHERE user_id = ${userId}`);
  return mapWork(row(query), (found) => found ?? null);
}
