import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "~/db/client";
import { compact } from "~/domain/bank-hints";
import { firstErrors } from "~/features/first-errors";
import { BANK_FIELD_LENGTH, oneLine, severalLines } from "./bank-fields";
import type { SealedBankDetails } from "./bank-details";
import type { Sealed } from "./sealer";

const BRANCH_LENGTH = 500;

const schema = z.object({
  holder_name: oneLine(BANK_FIELD_LENGTH),
  bank_name: oneLine(BANK_FIELD_LENGTH),
  ifsc_code: oneLine(BANK_FIELD_LENGTH),
  account_number: oneLine(BANK_FIELD_LENGTH),
  branch_address: severalLines(BRANCH_LENGTH),
});

type BankField = keyof z.infer<typeof schema>;
export type BankValues = Record<BankField, string>;
type Errors = Partial<Record<BankField, string>>;

export type ReadBank = { ok: true; values: BankValues } | { ok: false; typed: BankValues; errors: Errors };

/** No form of any field is refused, and none is required; only texts that are too long are. */
export function readBank(fields: Record<string, unknown>): ReadBank {
  const names = schema.keyof().options;
  const typed = Object.fromEntries(
    names.map((name) => [name, typeof fields[name] === "string" ? fields[name] : ""]),
  ) as BankValues;
  const parsed = schema.safeParse(typed);
  if (parsed.success) return { ok: true, values: parsed.data };
  return { ok: false, typed, errors: firstErrors(parsed.error) };
}

/**
 * When these details were last changed: a correction of the branch's address alone does not make withdrawals wait, since
 * the money goes to the same account.
 */
export function changedAt(
  values: BankValues,
  saved: { row: SealedBankDetails; accountNumber: string } | null,
  nowMs: number,
): number {
  const same =
    saved !== null &&
    saved.row.holderName === values.holder_name &&
    saved.row.bankName === values.bank_name &&
    compact(saved.row.ifscCode) === compact(values.ifsc_code) &&
    compact(saved.accountNumber) === compact(values.account_number);
  return same ? saved.row.changedAtMs : nowMs;
}

type Save = {
  userId: string;
  values: BankValues;
  account: Sealed & { last4: string };
  changedAtMs: number;
  auditId: string;
  nowMs: number;
  /** True while the session lives and its code is young. */
  allowed: SQL;
};

export function saveBankStatements(db: Database, save: Save) {
  const { userId, values, account, changedAtMs, auditId, nowMs } = save;
  const empty = Object.values(values).every((value) => value === "");
  // Nothing saved where nothing was is no change, and must not make a withdrawal wait.
  const allowed = empty
    ? sql`${save.allowed} AND EXISTS (SELECT 1 FROM bank_details WHERE user_id = ${userId})`
    : save.allowed;
  return [
    db.run(sql`INSERT INTO bank_details (user_id, holder_name, bank_name, ifsc_code, branch_address, account_number_sealed, account_last4, key_id, changed_at_ms)
      SELECT ${userId}, ${values.holder_name}, ${values.bank_name}, ${values.ifsc_code}, ${values.branch_address},
        ${account.sealed}, ${account.last4}, ${account.keyId}, ${changedAtMs}
      WHERE ${allowed}
      ON CONFLICT (user_id) DO UPDATE SET holder_name = excluded.holder_name, bank_name = excluded.bank_name,
        ifsc_code = excluded.ifsc_code, branch_address = excluded.branch_address, account_number_sealed = excluded.account_number_sealed,
        account_last4 = excluded.account_last4, key_id = excluded.key_id, changed_at_ms = excluded.changed_at_ms`),
    db.run(sql`INSERT INTO audit_log (id, actor, action, subject, created_at_ms)
      SELECT ${auditId}, ${`user:${userId}`}, 'bank-details-changed', ${`user:${userId}`}, ${nowMs} WHERE ${allowed} ON CONFLICT (id) DO NOTHING`),
  ] as const;
}
