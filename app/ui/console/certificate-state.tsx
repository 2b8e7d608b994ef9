import { certificateTexts as texts } from "~/content/console-certificate-texts";
import { certificateLate } from "~/domain/certificate-late";
import { Badge, type BadgeTone } from "../badge";

type State = keyof typeof texts.states;

const tones: Record<State, BadgeTone> = { pending: "attention", issued: "gain", void: "neutral" };

/** Where a certificate stands; one that is not issued in time says by how much. */
export function CertificateState({ state, createdAtMs, nowMs }: { state: State; createdAtMs: number; nowMs: number }) {
  const late = state === "pending" ? certificateLate(createdAtMs, nowMs) : null;
  if (late !== null) return <Badge tone="error">{texts.late(late)}</Badge>;
  return <Badge tone={tones[state]}>{texts.states[state]}</Badge>;
}
