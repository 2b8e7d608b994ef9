import { sectionTitles } from "./console-texts";

export type ConsoleSection = keyof typeof sectionTitles;

export const CONSOLE_SECTIONS = Object.keys(sectionTitles) as ConsoleSection[];

export const sectionHref = (section: ConsoleSection) =>
  section === "overview" ? ("/operator" as const) : (`/operator/${section}` as const);

/** What a job must be allowed to change, for whoever changes something in a section. "any": whatever their job. */
export const sectionPermissions = {
  overview: "any",
  withdrawals: "money",
  casks: "casks",
  keepers: "casks",
  payments: "money",
  users: "people",
  certificates: "people",
  rewards: "money",
  rounds: "casks",
  books: "money",
  messages: "casks",
  support: "support",
  trouble: "trouble",
  log: "any",
  settings: "settings",
  team: "settings",
  leads: "support",
} as const satisfies Record<ConsoleSection, string>;
