import { paymentTexts as texts } from "~/content/console-payment-texts";
import { Badge, type BadgeTone } from "../badge";

type State = keyof typeof texts.states;

const tones: Partial<Record<State, BadgeTone>> = {
  settled: "gain",
  open: "copper",
  paid: "attention",
  refunding: "attention",
  disputed: "error",
};

/** The state of a payment in plain words. */
export function PaymentState({ state, reason }: { state: State; reason: string | null }) {
  const lost = state === "disputed" && reason === "dispute-lost";
  return (
    <span className="whitespace-nowrap">
      <Badge tone={tones[state] ?? "neutral"}>{lost ? texts.disputeLost : texts.states[state]}</Badge>
    </span>
  );
}
