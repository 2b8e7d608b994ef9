import { row, together } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { type BankDetails, bankDetailsQuery } from "./bank-details";
import { type Personal, personalQuery } from "./personal-details";
import { maskedNumber } from "~/domain/bank-hints";

export function settingsView(personal: Personal | undefined, bank: BankDetails | undefined) {
  return {
    personal: {
      fullName: personal?.fullName ?? "",
      phoneNumber: nationalNumber(personal?.phone),
      email: personal?.email ?? "",
      address: personal?.address ?? "",
    },
    bank: {
      bankName: bank?.bankName ?? "",
      holderName: bank?.holderName ?? "",
      accountNumber: maskedNumber(bank?.accountLast4 ?? ""),
      ifscCode: bank?.ifscCode ?? "",
      branchAddress: bank?.branchAddress ?? "",
    },
  };
}

export type SettingsView = ReturnType<typeof settingsView>;

export function nationalNumber(phone: string | null | undefined): string {
  return phone ? phone.replace(/^91/, "") : "";
}

export async function readSettings({ db }: Deps, session: Session) {
  const { viewer, result } = await session.read(({ userId }) =>
    together({ personal: row(personalQuery(db, userId)), bank: row(bankDetailsQuery(db, userId)) }),
  );
  return { activated: viewer.activated, ...settingsView(result.personal, result.bank) };
}
