import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { keeperFormNames as names, keeperFormErrors as errors } from "~/content/keeper-texts";
import type { Database } from "~/db/client";
import { changeProposals } from "~/db/schema/change-proposals";
import { keepers } from "~/db/schema/keepers";
import { mapWork, nothing, type Work } from "~/db/work";
import { typedLine } from "~/areas/casks/typed-values";
import { firstErrors } from "~/core/first-errors";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { Change, DecideRefusal, ProposeRefusal } from "~/core/proposals/change";
import { confirmChange } from "~/core/proposals/confirm-change";
import { proposeChange } from "~/core/proposals/propose-change";
import { withdrawChange } from "~/core/proposals/withdraw-change";
import type { OperatorAccess } from "~/core/session/guarded";

export const keeperSubject = (keeperId: string) => `keeper:${keeperId}`;

/** As statements name a keeper. */
const KEEPER_ID = /^[a-z0-9](?:[a-z0-9-]{1,38})[a-z0-9]$/;
/** 32 bytes in base64. */
const PUBLIC_KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

const schema = z.object({
  keeper: typedLine(names.keeper, 40).pipe(z.string().regex(KEEPER_ID, errors.keeper)),
  warehouse: typedLine(names.warehouse, 200),
  /** Empty: the present key is retired, and none takes its place. */
  public_key: z
    .string(errors.publicKey)
    .trim()
    .refine((key) => key === "" || PUBLIC_KEY.test(key), errors.publicKey)
    .transform((key) => (key === "" ? null : key)),
});

export type KeyValues = z.infer<typeof schema>;
type KeyErrors = Partial<Record<keyof KeyValues, string>>;
export const KEY_FIELDS = schema.keyof().options;

type KeyOutcome = { ok: true } | { ok: false; code: ProposeRefusal | DecideRefusal };
export type SaveKeyOutcome = KeyOutcome | { ok: false; code: "invalid"; errors: KeyErrors };

/**
 * What is proposed, and what it rests on: the key that is good now. A keeper has one warehouse and a warehouse one keeper; a key that was
 * ever registered is never registered again.
 */
function changeOfKey({ keeper, warehouse, public_key }: KeyValues): Change & { given: SQL } {
  const good = sql`(SELECT public_key FROM keeper_keys WHERE keeper_id = ${keeper} AND retired_at_ms IS NULL)`;
  return {
    kind: "keeper-key",
    subject: keeperSubject(keeper),
    was: sql`coalesce(${good}, 'none')`,
    becomes: JSON.stringify({ key: public_key, warehouse }),
    given: sql`EXISTS (SELECT 1 FROM casks WHERE warehouse = ${warehouse})
      AND coalesce((SELECT warehouse FROM keepers WHERE id = ${keeper}), ${warehouse}) = ${warehouse}
      AND coalesce((SELECT id FROM keepers WHERE warehouse = ${warehouse}), ${keeper}) = ${keeper}
      AND NOT EXISTS (SELECT 1 FROM keeper_keys WHERE public_key = ${public_key})
      AND (${public_key} IS NOT NULL OR ${good} IS NOT NULL)`,
  };
}

/** `intent` propose, confirm or withdraw. Nothing is registered or retired until a second operator confirms the same figures. */
export function saveKey(
  db: Database,
  operator: OperatorAccess,
  newProposalId: string,
  fields: Record<string, unknown>,
): Work<SaveKeyOutcome> {
  const proposalId =
    typeof fields.proposal === "string" && fields.proposal !== "" ? fields.proposal.slice(0, 60) : null;
  const read = schema.safeParse(fields);
  if (fields.intent === "withdraw" && typeof fields.keeper === "string")
    return withdrawChange(db, { subject: keeperSubject(fields.keeper), proposalId, operator });
  if (!read.success)
    return mapWork(nothing, (): SaveKeyOutcome => ({
      ok: false,
      code: "invalid",
      errors: firstErrors<KeyValues>(read.error),
    }));
  const change = changeOfKey(read.data);
  if (fields.intent === "propose") return proposeChange(db, { ...change, proposalId: newProposalId, operator });
  if (fields.intent === "confirm")
    return mapWork(confirmKey(db, operator, proposalId, read.data), (outcome): KeyOutcome =>
      outcome.ok ? { ok: true } : outcome,
    );
  return mapWork(nothing, (): KeyOutcome => ({ ok: false, code: "not-allowed" }));
}

function confirmKey(db: Database, operator: OperatorAccess, proposalId: string | null, values: KeyValues) {
  const { keeper, warehouse, public_key } = values;
  const { userId, nowMs } = operator;
  return confirmChange(db, {
    ...changeOfKey(values),
    ...{ proposalId, operator },
    effects: (isConfirmed) => [
      db.run(sql`INSERT INTO keepers (id, warehouse, created_at_ms) SELECT ${keeper}, ${warehouse}, ${nowMs}
        FROM change_proposals WHERE ${isConfirmed} ON CONFLICT (id) DO NOTHING`),
      db.run(sql`UPDATE keeper_keys SET retired_at_ms = ${nowMs} WHERE keeper_id = ${keeper} AND retired_at_ms IS NULL
        AND EXISTS (SELECT 1 FROM change_proposals WHERE ${isConfirmed} AND change_proposals.id <> keeper_keys.proposal_id)`),
      db.run(sql`INSERT INTO keeper_keys (public_key, keeper_id, proposal_id, registered_at_ms)
        SELECT ${public_key}, ${keeper}, change_proposals.id, ${nowMs} FROM change_proposals WHERE ${isConfirmed} AND ${public_key} IS NOT NULL
        ON CONFLICT DO NOTHING`),
      recordAudit(
        db,
        {
          id: sql`'keeper-key-changed:' || change_proposals.id`,
          actor: byOperator(userId),
          action: "keeper-key-changed",
          subject: keeperSubject(keeper),
          detail: sql`was || ' -> ' || becomes`,
          nowMs,
        },
        { from: changeProposals, where: isConfirmed },
      ),
    ],
  });
}

const email = z.union([z.literal(""), z.email(errors.email).max(200, errors.email)]);

/** Who is asked for the next statement. Any operator may say so; it is never published. */
export function saveContact(
  db: Database,
  { userId, nowMs }: OperatorAccess,
  { keeperId, typed, changeId }: { keeperId: string; typed: unknown; changeId: string },
): Work<{ ok: true } | { ok: false; code: "invalid"; errors: { email: string } }> {
  const read = email.safeParse(typeof typed === "string" ? typed.trim().toLowerCase() : "");
  if (!read.success) return mapWork(nothing, () => ({ ok: false, code: "invalid", errors: { email: errors.email } }));
  const value = read.data === "" ? null : read.data;
  const statements = [
    recordAudit(
      db,
      {
        ...{ id: `keeper-contact-saved:${changeId}`, actor: byOperator(userId), action: "keeper-contact-saved", nowMs },
        ...{ subject: keeperSubject(keeperId), detail: "email" },
      },
      { from: keepers, where: sql`keepers.id = ${keeperId} AND keepers.email IS NOT ${value}` },
    ),
    db.run(sql`UPDATE keepers SET email = ${value} WHERE id = ${keeperId}`),
  ];
  return { statements, read: () => ({ ok: true }) };
}
