import { withdrawalTexts as texts } from "~/content/console-texts";
import { formatInstant } from "~/domain/instant";
import { payoutDue } from "~/domain/payout-due";
import { Badge } from "../badge";

/** Where a withdrawal stands against the promise of 24 hours. */
export function DueBadge({ payableFromMs, nowMs }: { payableFromMs: number; nowMs: number }) {
  const due = payoutDue(payableFromMs, nowMs);
  if (due.state === "waits") return <Badge>{texts.waits(formatInstant(payableFromMs))}</Badge>;
  if (due.state === "late") return <Badge tone="error">{texts.late(due.hours)}</Badge>;
  return <Badge tone="attention">{texts.due(due.hours)}</Badge>;
}
