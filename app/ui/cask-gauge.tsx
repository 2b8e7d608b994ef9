import { caskTypeNames, gaugeTexts } from "~/content/gauge-texts";
import { drawCask, FRAME, type CaskType } from "~/domain/cask-shape";

export type { CaskType };

const SIZES = { small: { width: 54, height: 70 }, large: { width: 68, height: 88 } } as const;

type CaskGaugeProps = { caskType: CaskType; filled: number | null; decorative?: boolean; size?: keyof typeof SIZES };

export function gaugeWords(caskType: CaskType, filled: number | null) {
  const name = caskTypeNames[caskType];
  if (filled === null) return gaugeTexts.locked(name);
  return filled >= 1 ? gaugeTexts.soldOut(name) : gaugeTexts.sold(name, Math.floor(filled * 100));
}

function headFill(filled: number | null) {
  if (filled === null) return "fill-barley";
  return filled >= 1 ? "fill-copper" : "fill-copper-soft";
}

export function CaskGauge({ caskType, filled, decorative = false, size = "large" }: CaskGaugeProps) {
  const cask = drawCask(caskType, filled);
  const soldOut = filled !== null && filled >= 1;
  const locked = filled === null;
  return (
    <span className="inline-block shrink-0">
      {!decorative && <span className="sr-only">{gaugeWords(caskType, filled)}</span>}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${FRAME.width} ${FRAME.height}`}
        {...SIZES[size]}
        className="chart-key overflow-visible"
      >
        <path d={cask.outline} className={locked ? "fill-barley" : "fill-copper-soft"} />
        {cask.fill && <path d={cask.fill} className="fill-copper" />}
        <path d={cask.hoops} fill="none" strokeWidth="2" className="stroke-peat" />
        <path
          d={cask.outline}
          fill="none"
          strokeWidth="2"
          strokeLinejoin="round"
          strokeDasharray={locked ? "4 3" : undefined}
          className="stroke-peat"
        />
        <path d={cask.head} strokeWidth="2" className={`stroke-peat ${headFill(filled)}`} />
        <circle
          cx={cask.bung.x}
          cy={cask.bung.y}
          r={soldOut ? 6 : 4}
          strokeWidth="2"
          className={soldOut ? "fill-peat stroke-paper" : "fill-paper stroke-peat"}
        />
      </svg>
    </span>
  );
}
