import { company } from "./company";

// Words of the frame that every page stands in.

export const tabNames = { invest: "Invest", holdings: "Holdings", settings: "Settings" } as const;

export const siteTexts = {
  mainMenu: "Main",
  back: "Back",
  legalMenu: "Legal and help",
  social: "Social media",
  errorPrefix: "Error: ",
  sources: "Where the figures come from",
  source: (number: number) => `Source ${number}`,
  sourceOf: (claim: { figure: string; period: string; source: string; limits: string }, asOf: string) =>
    `${claim.figure}. ${claim.period} ${claim.source} As of ${asOf}. ${claim.limits}`,
  contents: "Contents",
  inForceFrom: (date: string) => `In force from ${date}.`,
  changedOn: (date: string) => `Last changed on ${date}.`,
  imprint: `${company.legalName}, registered in ${company.registeredIn}, registry number ${company.registryNumber}, ${company.address}. UK customs registration ${company.ukCustomsRegistration}.`,
} as const;
