import { company } from "./company";

export const pageTitles = {
  bankDetails: "Bank details",
  createAccount: "Create account",
  enterCode: "Enter OTP",
  invest: "Invest",
  payment: "Payment",
  paymentMethod: "Payment method",
  notices: "Notices",
  paymentUnsuccessful: "Payment unsuccessful",
  personalDetails: "Personal details",
  settings: "Settings",
  verify: "Verify a certificate",
  wallet: "Wallet",
} as const;

/** The title of the tab, for a page's `meta`. */
export const titled = (title: string) => ({ title: `${title} · ${company.brand}` });
