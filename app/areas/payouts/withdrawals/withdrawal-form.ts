import * as z from "zod";
import { bankTexts } from "~/content/bank-texts";
import { messages } from "~/content/messages";
import { firstErrors } from "~/core/first-errors";
import { BANK_FIELD_LENGTH, oneLine } from "~/areas/accounts/profile/bank-fields";
import { personName } from "~/areas/accounts/profile/person-name";

const field = (name: keyof typeof bankTexts.missing) =>
  oneLine(BANK_FIELD_LENGTH).pipe(z.string().min(1, bankTexts.missing[name]));

const bankSchema = z.object({
  holder_name: personName.pipe(z.string().min(1, bankTexts.missing.holder_name)),
  bank_name: field("bank_name"),
  ifsc_code: field("ifsc_code"),
  account_number: field("account_number"),
});

/** The form names the cycle it was opened for, so that sending it twice cannot take the next one. */
const cycleSchema = z.object({
  stake_id: z.string().min(1).max(60),
  cycle_number: z.coerce.number().int().min(1).max(1000),
});

/** The balance the page showed; only ever compared with the real one. */
const shownSchema = z.object({ of: z.literal("balance"), shown_cents: z.coerce.number().int().positive().catch(0) });

export type WithdrawalFieldName = keyof z.infer<typeof bankSchema>;
export type WithdrawalBank = z.infer<typeof bankSchema>;
export type RequestedCycle = { stakeId: string; cycleNumber: number };
/** A stake's return (without a cycle: the stake that comes first), or the wallet's balance. */
export type WithdrawalSubject = { of: "cycle"; cycle: RequestedCycle | null } | { of: "balance" };
/** What is requested, and the amount the investor was shown, as in `planWithdrawal`. */
export type WithdrawalRequest = { subject: WithdrawalSubject; expectCents?: number | null };

export type ReadWithdrawalBank =
  | { ok: true; bank: WithdrawalBank }
  | {
      ok: false;
      alert: string;
      values: Partial<Record<WithdrawalFieldName, string>>;
      errors: Partial<Record<WithdrawalFieldName, string>>;
    };

/** Reads what the wallet's form requests. The amount in it is only ever compared with the server's. */
export function readWithdrawalRequest(fields: Record<string, unknown>): WithdrawalRequest {
  const balance = shownSchema.safeParse(fields);
  if (balance.success) return { subject: { of: "balance" }, expectCents: balance.data.shown_cents || null };
  const cycle = cycleSchema.safeParse(fields);
  return {
    subject: {
      of: "cycle",
      cycle: cycle.success ? { stakeId: cycle.data.stake_id, cycleNumber: cycle.data.cycle_number } : null,
    },
  };
}

/** The account to pay to. */
export function readWithdrawalBank(fields: Record<string, unknown>): ReadWithdrawalBank {
  const names = bankSchema.keyof().options;
  const values = Object.fromEntries(
    names.map((name) => [name, typeof fields[name] === "string" ? fields[name] : ""]),
  ) as Record<WithdrawalFieldName, string>;
  const bank = bankSchema.safeParse(values);
  if (bank.success) return { ok: true, bank: bank.data };
  const errors = firstErrors(bank.error);
  const missing = Object.values(values).some((text) => text.trim() === "");
  const alert = missing ? messages.bankDetailsMissing : (Object.values(errors)[0] ?? messages.bankDetailsMissing);
  return { ok: false, alert, values, errors };
}
