import { formatDate } from "~/domain/calendar-date";
import { company } from "./company";
import { AUDIT_PATH, CANCEL_PATH, FEES_PATH, PROOF_PATH } from "./page-paths";

export const busyText = "One moment…";

export const siteTexts = { mainMenu: "Main" } as const;

export const footerTexts = {
  legalMenu: "Legal and help",
  fees: { href: FEES_PATH, label: "Fees" },
  proof: { href: PROOF_PATH, label: "Proof" },
  audit: { href: AUDIT_PATH, label: "Audit" },
  cancel: { href: CANCEL_PATH, label: "Cancel a purchase" },
  open: [
    { href: "/accessibility", label: "Accessibility" },
    { href: "/data", label: "Open data" },
  ],
  imprint: `${company.legalName}, registered in ${company.registeredIn}, registry number ${company.registryNumber}, ${company.address}. UK customs registration ${company.ukCustomsRegistration}.`,
} as const;

export const feedTexts = {
  title: `${company.brand}: casks and daily audits`,
  cask: (name: string) => `Cask: ${name}`,
  audit: (day: string) => `Audit of ${formatDate(day)}`,
} as const;

export const footnoteTexts = {
  mark: (number: number) => `Source ${number}`,
  source: (claim: { figure: string; period: string; source: string; limits: string }, asOf: string) =>
    `${claim.figure}. ${claim.period} As of ${asOf}. ${claim.source} ${claim.limits}`,
} as const;

export const legalPageTexts = {
  inForceFrom: (date: string) => `In force from ${date}.`,
  changedOn: (date: string) => `Last changed on ${date}.`,
} as const;
