import { roundTexts as texts } from "~/content/console-round-texts";
import { isRoundLate } from "~/domain/auction/rounds";
import { Badge } from "~/ui/badge";

type Props = {
  round: { state: keyof typeof texts.states; closesAtMs: number; failed: number };
  nowMs: number;
};

const HOUR_MS = 3_600_000;

/** How far a closed round is, whether it is late, and what failed in it. */
export function RoundState({ round: { state, closesAtMs, failed }, nowMs }: Props) {
  const isLate = isRoundLate({ state, closesAtMs }, nowMs);
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={state === "settled" ? "gain" : "neutral"}>{texts.states[state]}</Badge>
      {isLate && <Badge tone="error">{texts.late(Math.floor((nowMs - closesAtMs) / HOUR_MS))}</Badge>}
      {failed > 0 && <Badge tone="attention">{texts.failed(failed)}</Badge>}
    </span>
  );
}
