import { sectionTitles } from "./console-texts";

export type ConsoleSection = keyof typeof sectionTitles;

export const CONSOLE_SECTIONS = Object.keys(sectionTitles) as ConsoleSection[];

export const sectionHref = (section: ConsoleSection) =>
  section === "overview" ? ("/operator" as const) : (`/operator/${section}` as const);
