import * as z from "zod";
import { bankTexts } from "~/content/bank-texts";
import { messages } from "~/content/messages";
import { firstErrors } from "~/features/first-errors";
import { BANK_FIELD_LENGTH, oneLine } from "~/features/profile/bank-fields";

const field = (name: keyof typeof bankTexts.missing) =>
  oneLine(BANK_FIELD_LENGTH).pipe(z.string().min(1, bankTexts.missing[name]));

const bankSchema = z.object({
  holder_name: field("holder_name"),
  bank_name: field("bank_name"),
  ifsc_code: field("ifsc_code"),
  account_number: field("account_number"),
});

/** The form says which cycle it was opened for, so that sending it twice cannot take the next one. */
const askedSchema = z.object({
  stake_id: z.string().min(1).max(60),
  cycle_number: z.coerce.number().int().min(1).max(1000),
});

/** What the page showed as the balance; it is only ever compared with what the balance is. */
const shownSchema = z.object({ of: z.literal("balance"), shown_cents: z.coerce.number().int().positive().catch(0) });

export type WithdrawalFieldName = keyof z.infer<typeof bankSchema>;
export type WithdrawalBank = z.infer<typeof bankSchema>;
export type AskedCycle = { stakeId: string; cycleNumber: number };

export type ReadWithdrawal =
  | { ok: true; bank: WithdrawalBank; asked: AskedCycle | null }
  | {
      ok: false;
      alert: string;
      values: Partial<Record<WithdrawalFieldName, string>>;
      errors: Partial<Record<WithdrawalFieldName, string>>;
    };

/** Whether the wallet's balance was asked for, and at which figure; null for a cycle's return. */
export function readBalanceAsked(fields: Record<string, unknown>): { shownCents: number | null } | null {
  const asked = shownSchema.safeParse(fields);
  return asked.success ? { shownCents: asked.data.shown_cents || null } : null;
}

/** The stake, its cycle and the amount are the server's to decide: whatever else was sent is not even read. */
export function readWithdrawal(fields: Record<string, unknown>): ReadWithdrawal {
  const names = bankSchema.keyof().options;
  const values = Object.fromEntries(
    names.map((name) => [name, typeof fields[name] === "string" ? fields[name] : ""]),
  ) as Record<WithdrawalFieldName, string>;
  const bank = bankSchema.safeParse(values);
  if (!bank.success) return { ok: false, alert: messages.bankDetailsMissing, values, errors: firstErrors(bank.error) };
  const asked = askedSchema.safeParse(fields);
  return {
    ok: true,
    bank: bank.data,
    asked: asked.success ? { stakeId: asked.data.stake_id, cycleNumber: asked.data.cycle_number } : null,
  };
}
