import { maskedNumber } from "~/domain/bank-hints";
import type { BankDetails } from "./bank-details";
import type { Personal } from "./personal-details";

/** Empty strings where nothing is saved; the account number is masked, the phone number without its country code. */
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

/** Stored as 91 and ten digits; screens show the +91 themselves. */
export function nationalNumber(phone: string | null | undefined): string {
  return phone ? phone.replace(/^91/, "") : "";
}
