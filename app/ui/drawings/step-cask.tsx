import { drawCask, drawLayer } from "~/domain/cask-shape";

const TYPE = "barrel";
const cask = drawCask(TYPE, null);

export type Step = 1 | 2 | 3 | 4;

const steps = {
  1: { others: 0 },
  2: { others: 0.36 },
  3: { others: 0.36, own: 0.42 },
  4: { others: 1, own: 0.42 },
} as const satisfies Record<Step, { others: number; own?: number }>;

function Layer({ from, to, className }: { from: number; to: number; className: string }) {
  const layer = drawLayer(TYPE, from, to);
  return layer && <path d={layer} className={className} />;
}

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
        <Layer from={0} to={others} className="fill-copper-40" />
        <Layer from={0.36} to={own ?? 0} className="fill-copper" />
      </g>
      <path d={cask.hoops + cask.outline} strokeDasharray={step === 1 ? "5 4" : undefined} />
      <circle cx={cask.bung.x} cy={cask.bung.y} r="4" className={step === 4 ? "fill-peat" : "fill-paper"} />
    </svg>
  );
}
