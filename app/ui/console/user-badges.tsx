import { userTexts as texts } from "~/content/console-user-texts";
import { Badge } from "../badge";

export type UserStanding = {
  role: "investor" | "operator" | "reader";
  activatedAtMs: number | null;
  suspendedAtMs: number | null;
  closingAskedAtMs: number | null;
  closedAtMs: number | null;
};

/** In what state an account is, in words; what keeps it from being used stands first. */
export function UserBadges({ role, activatedAtMs, suspendedAtMs, closingAskedAtMs, closedAtMs }: UserStanding) {
  const { states } = texts;
  if (closedAtMs !== null) return <Badge>{states.closed}</Badge>;
  return (
    <span className="inline-flex flex-wrap gap-1 max-lg:justify-end">
      {suspendedAtMs !== null && <Badge tone="error">{states.suspended}</Badge>}
      {closingAskedAtMs !== null && <Badge tone="attention">{states.closing}</Badge>}
      {role !== "investor" && <Badge tone="copper">{states[role]}</Badge>}
      <Badge tone={activatedAtMs === null ? "neutral" : "gain"}>
        {activatedAtMs === null ? states.fresh : states.activated}
      </Badge>
    </span>
  );
}
