import { type CaskType, drawStakeOfCask, FRAME } from "~/domain/cask-shape";

const sizes = { pass: { width: 56, height: 72 }, large: { width: 108, height: 140 } } as const;

type StakeCaskProps = {
  caskType: CaskType;
  number: number;
  totalStakes: number;
  size?: keyof typeof sizes;
};

/** A cask with one stake of it: the band is one's own, the rest is others'. The text beside it says all of it. */
export function StakeCask({ caskType, number, totalStakes, size = "pass" }: StakeCaskProps) {
  const { outline, band, hoops, bung, head } = drawStakeOfCask(caskType, number, totalStakes);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${FRAME.width} ${FRAME.height}`}
      {...sizes[size]}
      className="chart-key shrink-0 overflow-visible"
    >
      <path d={outline} className="fill-copper-40" />
      <path d={hoops} fill="none" strokeWidth="2" className="stroke-peat" />
      <path d={band} strokeWidth="1.5" className="fill-copper stroke-copper" />
      <path d={outline} fill="none" strokeWidth="2" strokeLinejoin="round" className="stroke-peat" />
      <path d={head} strokeWidth="2" className="fill-copper-soft stroke-peat" />
      <circle cx={bung.x} cy={bung.y} r="4" strokeWidth="2" className="fill-paper stroke-peat" />
    </svg>
  );
}
