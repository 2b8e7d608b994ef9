import * as z from "zod";
import type { Database } from "~/db/client";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import type { Viewer } from "~/core/session/viewer";
import { bankDetails } from "~/db/schema/people";
import { bankTexts } from "~/content/bank-texts";
import { byUser, recordAudit } from "~/core/ledger/audit";
import { compact, looksLikeAccountNumber, looksLikeIfsc, maskedNumber } from "~/domain/bank-hints";
import { eq, type SQL, sql } from "drizzle-orm";
import { preparedOnce } from "~/db/prepared-once";
import { row, together, writes } from "~/db/work";
import { type Sealer, SealError, type SealingDeps } from "~/core/sealer";

export function accountMarks(
  { marks }: Pick<Sealer, "marks">,
  { ifscCode, accountNumber }: { ifscCode: string; accountNumber: string },
): Promise<[string, ...string[]]> {
  return marks(`${compact(ifscCode)}|${compact(accountNumber)}`);
}

export const BANK_FIELD_LENGTH = 120;

export function oneLine(most: number) {
  return z
    .string()
    .transform((typed) => typed.replace(/\p{Cc}+/gu, " ").trim())
    .pipe(z.string().max(most, bankTexts.tooLong(most)));
}

export function severalLines(most: number) {
  return z
    .string()
    .transform((typed) =>
      typed
        .replace(/\r\n?/g, "\n")
        .replace(/[^\P{Cc}\n]/gu, " ")
        .trim(),
    )
    .pipe(z.string().max(most, bankTexts.tooLong(most)));
}

export function bankHints(values: { ifsc_code?: string; account_number?: string }) {
  const { ifsc_code = "", account_number = "" } = values;
  return {
    ...(ifsc_code !== "" && !looksLikeIfsc(ifsc_code) ? { ifsc_code: bankTexts.unlikelyIfsc } : {}),
    ...(account_number !== "" && !looksLikeAccountNumber(account_number)
      ? { account_number: bankTexts.unlikelyAccountNumber }
      : {}),
  };
}

export function bankDetailsQuery(db: Database, userId: string) {
  return db
    .select({
      holderName: bankDetails.holderName,
      bankName: bankDetails.bankName,
      ifscCode: bankDetails.ifscCode,
      branchAddress: bankDetails.branchAddress,
      accountLast4: bankDetails.accountLast4,
      changedAtMs: bankDetails.changedAtMs,
    })
    .from(bankDetails)
    .where(eq(bankDetails.userId, userId));
}

export const sealedBankDetailsQuery = preparedOnce(["userId"], (db, { userId }) =>
  db.select().from(bankDetails).where(eq(bankDetails.userId, userId)),
);

export function meansSavedNumber(sent: string | undefined, saved: SealedBankDetails | undefined): boolean {
  if (sent === undefined) return true;
  return saved !== undefined && saved.accountLast4 !== "" && sent.trim() === maskedNumber(saved.accountLast4);
}

export type BankDetails = Awaited<ReturnType<typeof bankDetailsQuery>>[number];
export type SealedBankDetails = Awaited<ReturnType<typeof sealedBankDetailsQuery>>[number];

export async function openAccountNumber(
  { log, sealer }: SealingDeps,
  row: SealedBankDetails | undefined,
): Promise<string | null> {
  if (!row || row.accountNumberSealed === "") return null;
  const place = { table: "bank_details", column: "account_number_sealed", userId: row.userId } as const;
  try {
    return await sealer.open({ sealed: row.accountNumberSealed, keyId: row.keyId }, place);
  } catch (error) {
    const code = error instanceof SealError ? error.code : "unknown";
    log("account-number-not-opened", { userId: row.userId, code });
    return null;
  }
}

/** @throws Error if the number is needed and cannot be opened, so that it is never overwritten with nothing */
export async function openIfNeeded(
  deps: SealingDeps,
  row: SealedBankDetails | undefined,
  needed: boolean,
): Promise<string | null> {
  const opened = await openAccountNumber(deps, row);
  if (needed && opened === null && row && row.accountNumberSealed !== "")
    throw new Error("the saved account number cannot be opened");
  return opened;
}

export type SavedBank = { viewer: Viewer; nowMs: number; row: SealedBankDetails | undefined };

/** Editing the number reveals it, so the same batch records that in the audit log. */
export async function editBankDetails({ db, newId }: Deps, session: Session): Promise<SavedBank> {
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs, fresh }) =>
    together({
      saved: row(sealedBankDetailsQuery(db, { userId })),
      opened: writes(
        accountOpenedStatement(db, { auditId: newId("aud"), userId, what: "bank-details", nowMs, live: fresh }),
      ),
    }),
  );
  return { viewer, nowMs, row: result.saved };
}

type Opened = { auditId: string; userId: string; what: string; nowMs: number; live: SQL };

export function accountOpenedStatement(db: Database, { auditId, userId, what, nowMs, live }: Opened) {
  const user = byUser(userId);
  return recordAudit(
    db,
    { id: auditId, actor: user, action: "account-number-opened", subject: user, detail: what, nowMs },
    { from: bankDetails, where: sql`user_id = ${userId} AND account_number_sealed <> '' AND ${live}` },
  );
}
