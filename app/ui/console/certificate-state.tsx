import { certificateTexts as texts } from "~/content/console-certificate-texts";
import { certificateLate } from "~/domain/certificate-late";
import { Badge, type BadgeTone } from "../badge";

type State = keyof typeof texts.states;

const tones: Record<State, BadgeTone> = { pending: "attention", issued: "gain", void: "neutral" };

type Shown = { state: State; createdAtMs: number; planned: number };

/** Where a certificate stands; one that is not issued in time says by how much. */
export function CertificateState({ certificate, nowMs }: { certificate: Shown; nowMs: number }) {
  const { state, createdAtMs, planned } = certificate;
  const late = state === "pending" && planned === 0 ? certificateLate(createdAtMs, nowMs) : null;
  return (
    <span className="whitespace-nowrap">
      {late === null ? (
        <Badge tone={tones[state]}>{texts.states[state]}</Badge>
      ) : (
        <Badge tone="error">{texts.late(late)}</Badge>
      )}
    </span>
  );
}
