import { type SQL, sql } from "drizzle-orm";

// The house's account that payouts leave from, as the setting `payout_account` keeps it: its number, a space, and its bank's BIC. Empty:
// not set, and there is no file of ISO 20022.

export type PayoutFrom = { account: string; bic: string };

const PATTERN = /^([A-Z0-9]{4,34}) ([A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)$/;

/** Of the settings; within a statement. */
export const payoutAccountSetting: SQL<string | null> = sql`(SELECT text FROM settings WHERE key = 'payout_account')`;

export function readPayoutAccount(kept: string | null): PayoutFrom | null {
  const [, account, bic] = PATTERN.exec(kept ?? "") ?? [];
  return account !== undefined && bic !== undefined ? { account, bic } : null;
}

/** As it is kept; '' takes it away. @returns null if it is none */
export function writePayoutAccount(typed: string): string | null {
  const parts = typed.trim().toUpperCase().split(/\s+/);
  const bic = parts.at(-1) ?? "";
  const kept = parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join("").replaceAll("-", "")} ${bic}`;
  return kept === "" || readPayoutAccount(kept) !== null ? kept : null;
}
