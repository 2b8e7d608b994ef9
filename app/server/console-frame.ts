import type { ConsoleSection } from "~/content/console-sections";
import { MOST_COUNTED } from "~/areas/console/waiting";
import type { ConsoleFrame } from "./console-session";

/** What the page around every section shows. */
export function frameProps({ section, waiting, mayChange }: ConsoleFrame) {
  const counts: Partial<Record<ConsoleSection, number>> = {
    withdrawals: waiting.withdrawals,
    payments: waiting.payments,
    certificates: waiting.certificates,
    rewards: waiting.rewards,
    support: waiting.support,
    trouble: waiting.deadLetters + waiting.differences,
  };
  return { section, counts, mayChange, mostCounted: MOST_COUNTED };
}
