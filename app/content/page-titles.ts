import { company } from "./company";

export const pageTitles = {
  bankDetails: "Bank details",
  createAccount: "Create account",
  enterCode: "Enter OTP",
  invest: "Invest",
  line: "The line",
  payment: "Payment",
  paymentMethod: "Payment method",
  notices: "Notifications",
  paymentUnsuccessful: "Payment unsuccessful",
  personalDetails: "Personal details",
  settings: "Settings",
  verify: "Verify a certificate",
  wallet: "Wallet",
} as const;

/** The title of the tab, for a page's `meta`. */
export const titled = (title: string) => ({ title: `${title} · ${company.brand}` });

/** For pages without a description of their own. */
export const siteDescription = `${company.brand}: numbered stakes in casks of whisky, wine and rum, held in bonded warehouses. Capital at risk.`;

/** Title and description of a page that nobody finds by searching: what it says belongs to one person, or is a step on the way. */
export const described = (title: string) => [titled(title), { name: "description", content: siteDescription }];
