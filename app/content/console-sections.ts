/** By their names in URLs, in the order of the navigation. */
export const sectionTitles = {
  overview: "Overview",
  withdrawals: "Withdrawals",
  casks: "Casks",
  payments: "Payments",
  offers: "Offers",
  users: "Users",
  certificates: "Certificates",
  rewards: "Rewards",
  books: "Books",
  support: "Support",
  trouble: "Trouble",
  log: "Log",
  settings: "Settings",
  leads: "Leads",
} as const;

export type ConsoleSection = keyof typeof sectionTitles;

export const CONSOLE_SECTIONS = Object.keys(sectionTitles) as ConsoleSection[];

export const sectionHref = (section: ConsoleSection) =>
  section === "overview" ? ("/operator" as const) : (`/operator/${section}` as const);
