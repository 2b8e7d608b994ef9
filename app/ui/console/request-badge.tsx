import { requestTexts as texts } from "~/content/console-support-texts";
import { supportDue } from "~/domain/support-due";
import { Badge } from "../badge";

type Standing = { waitingSinceMs: number | null; closedAtMs: number | null };

/** Where a request to support stands against the promise of 24 working hours. */
export function RequestBadge({ of, nowMs }: { of: Standing; nowMs: number }) {
  if (of.closedAtMs !== null) return <Badge>{texts.closed}</Badge>;
  if (of.waitingSinceMs === null) return <Badge tone="gain">{texts.answered}</Badge>;
  const { state, hours } = supportDue(of.waitingSinceMs, nowMs);
  return <Badge tone={state === "late" ? "error" : "attention"}>{texts[state](hours)}</Badge>;
}
