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

export const titled = (title: string) => ({ title: `${title} · ${company.brand}` });

export const siteDescription = `${company.brand}: numbered stakes in casks of whisky, wine and rum, held in bonded warehouses. Capital at risk.`;

export const described = (title: string) => [titled(title), { name: "description", content: siteDescription }];
