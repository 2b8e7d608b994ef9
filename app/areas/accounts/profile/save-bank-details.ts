import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "~/db/client";
import { row, together, type Work, writes } from "~/db/work";
import { compact, lastFour } from "~/domain/bank-hints";
import { firstErrors, sentTexts } from "~/core/first-errors";
import { byUser, recordAudit } from "~/core/ledger/audit";
import type { Session } from "~/core/session/session";
import {
  accountMarks,
  BANK_FIELD_LENGTH,
  meansSavedNumber,
  oneLine,
  openIfNeeded,
  type SavedBank,
  type SealedBankDetails,
  severalLines,
} from "./bank-details";
import { personName } from "./personal-details";
import type { Sealed, SealingDeps } from "~/core/sealer";

const BRANCH_LENGTH = 500;

const schema = z.object({
  holder_name: personName,
  bank_name: oneLine(BANK_FIELD_LENGTH),
  ifsc_code: oneLine(BANK_FIELD_LENGTH),
  account_number: oneLine(BANK_FIELD_LENGTH),
  branch_address: severalLines(BRANCH_LENGTH),
});

type BankField = keyof z.infer<typeof schema>;
export type BankValues = Record<BankField, string>;
type Errors = Partial<Record<BankField, string>>;

export type ReadBank =
  { ok: true; values: Partial<BankValues> } | { ok: false; typed: Partial<BankValues>; errors: Errors };

export function readBank(fields: Record<string, unknown>): ReadBank {
  const typed = sentTexts(schema.keyof().options, fields);
  const parsed = schema.partial().safeParse(typed);
  if (parsed.success) return { ok: true, values: parsed.data };
  return { ok: false, typed, errors: firstErrors(parsed.error) };
}

/** @returns 'code-needed' also where the session's code became too old before the batch */
export async function saveBankDetails(
  deps: SealingDeps,
  session: Session,
  { saved, sent }: { saved: SavedBank; sent: Partial<BankValues> },
): Promise<{ ok: true } | { ok: false; code: "code-needed" }> {
  const { row: before, nowMs, viewer } = saved;
  if (!viewer.fresh) return { ok: false, code: "code-needed" };
  const asSaved = meansSavedNumber(sent.account_number, before);
  const accountNumber = await openIfNeeded(deps, before, asSaved);
  const values = merge(sent, before, asSaved ? (accountNumber ?? "") : (sent.account_number ?? ""));
  const place = { table: "bank_details", column: "account_number_sealed", userId: viewer.id } as const;
  const sealed = await deps.sealer.seal(values.account_number, place);
  const marks = await accountMarks(deps.sealer, { ifscCode: values.ifsc_code, accountNumber: values.account_number });
  const { result } = await session.write(({ userId, fresh }) =>
    together({
      replaced: replaceBankDetails(deps.db, {
        userId,
        values,
        account: { ...sealed, last4: lastFour(values.account_number), mark: marks[0] },
        changedAtMs: changedAt(values, before && accountNumber !== null ? { row: before, accountNumber } : null, nowMs),
        auditId: deps.newId("aud"),
        nowMs,
        allowed: fresh,
      }),
      allowed: row(deps.db.all<{ fresh: number }>(sql`SELECT ${fresh} AS fresh`)),
    }),
  );
  return result.allowed?.fresh === 1 ? { ok: true } : { ok: false, code: "code-needed" };
}

function merge(sent: Partial<BankValues>, row: SealedBankDetails | undefined, accountNumber: string): BankValues {
  return {
    holder_name: sent.holder_name ?? row?.holderName ?? "",
    bank_name: sent.bank_name ?? row?.bankName ?? "",
    ifsc_code: sent.ifsc_code ?? row?.ifscCode ?? "",
    account_number: accountNumber,
    branch_address: sent.branch_address ?? row?.branchAddress ?? "",
  };
}

/** Correcting only the branch's postal address does not delay withdrawals. */
function changedAt(
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

type Replace = {
  userId: string;
  values: BankValues;
  account: Sealed & { last4: string; mark: string };
  changedAtMs: number;
  auditId: string;
  nowMs: number;
  allowed: SQL;
};

function replaceBankDetails(db: Database, replace: Replace): Work<void> {
  const { userId, values, account, changedAtMs, auditId, nowMs } = replace;
  const empty = Object.values(values).every((value) => value === "");
  const allowed = empty
    ? sql`${replace.allowed} AND EXISTS (SELECT 1 FROM bank_details WHERE user_id = ${userId})`
    : replace.allowed;
  return writes(
    db.run(sql`INSERT INTO bank_details (user_id, holder_name, bank_name, ifsc_code, branch_address, account_number_sealed, account_last4, key_id, account_mark, changed_at_ms)
      SELECT ${userId}, ${values.holder_name}, ${values.bank_name}, ${values.ifsc_code}, ${values.branch_address},
        ${account.sealed}, ${account.last4}, ${account.keyId}, ${account.mark}, ${changedAtMs}
      WHERE ${allowed}
      ON CONFLICT (user_id) DO UPDATE SET holder_name = excluded.holder_name, bank_name = excluded.bank_name,
        ifsc_code = excluded.ifsc_code, branch_address = excluded.branch_address, account_number_sealed = excluded.account_number_sealed,
        account_last4 = excluded.account_last4, key_id = excluded.key_id,
        account_mark = excluded.account_mark, changed_at_ms = excluded.changed_at_ms`),
    recordAudit(
      db,
      { id: auditId, actor: byUser(userId), action: "bank-details-changed", subject: byUser(userId), nowMs },
      { where: allowed },
    ),
  );
}
