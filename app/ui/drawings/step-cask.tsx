import { drawCask } from "~/domain/cask-shape";
import { partOf } from "./cask-part";

const TYPE = "barrel";
const cask = drawCask(TYPE, null);

export type Step = 1 | 2 | 3 | 4;

/** How full the cask is at each step, and where one's own stake begins; the first is only thought of, the last is bunged. */
const steps = {
  1: { others: 0 },
  2: { others: 0.36 },
  3: { others: 0.36, own: 0.42 },
  4: { others: 1, own: 0.42 },
} as const satisfies Record<Step, { others: number; own?: number }>;

export function StepCask({ step }: { step: Step }) {
  const { others, own } = { own: null, ...steps[step] };
  return (
    <svg
      aria-hidden="true"
      viewBox="8 17 72 97"
      width="54"
      height="72"
      fill="none"
      strokeWidth="2.7"
      strokeLinejoin="round"
      className="shrink-0 stroke-peat"
    >
      <g stroke="none">
        <path d={cask.outline} className={step === 1 ? "fill-barley" : "fill-copper-soft"} />
        {others > 0 && <path d={partOf(TYPE, 0, others)} className="fill-copper-40" />}
        {own && <path d={partOf(TYPE, 0.36, own)} className="fill-copper" />}
      </g>
      <path d={cask.hoops + cask.outline} strokeDasharray={step === 1 ? "5 4" : undefined} />
      <circle cx={cask.bung.x} cy={cask.bung.y} r="4" className={step === 4 ? "fill-peat" : "fill-paper"} />
    </svg>
  );
}
