// The pages of the console, in the order of its navigation.

export const CONSOLE_SECTIONS = [
  "overview",
  "withdrawals",
  "casks",
  "payments",
  "users",
  "certificates",
  "rewards",
  "support",
  "trouble",
  "log",
  "settings",
  "leads",
] as const;
export type ConsoleSection = (typeof CONSOLE_SECTIONS)[number];

export const sectionHref = (section: ConsoleSection) =>
  section === "overview" ? ("/operator" as const) : (`/operator/${section}` as const);
