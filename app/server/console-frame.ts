import type { ConsoleSection } from "~/content/console-sections";
import { countedSections } from "~/areas/notices/waiting/waiting-items";
import type { ConsoleFrame } from "./console-session";

export function frameProps({ section, saved, waiting, mayChange }: ConsoleFrame) {
  const counts: Partial<Record<ConsoleSection, string>> = countedSections(waiting);
  return { section, saved, counts, mayChange };
}
