const WIDTH = 311;
const HEIGHT = 16;
/** In percent; a hoop every five. */
const END = 25;
const HOOPS = [5, 10, 15, 20];

const xOf = (percent: number) => Math.round((Math.min(percent, END) / END) * WIDTH * 10) / 10;

/** A return on a scale from 0 to 25 %, the same for all. The figure beside it is its text. */
export function StaveBar({ percent }: { percent: number }) {
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} fill="none" className="h-auto w-full stroke-peat">
      <rect x=".75" y=".75" width={WIDTH - 1.5} height={HEIGHT - 1.5} rx="3" className="fill-copper-soft" />
      <rect x=".75" y=".75" width={xOf(percent)} height={HEIGHT - 1.5} rx="3" stroke="none" className="fill-copper" />
      <path d={HOOPS.map((hoop) => `M${xOf(hoop)} 1v14`).join("")} />
      <rect x=".75" y=".75" width={WIDTH - 1.5} height={HEIGHT - 1.5} rx="3" strokeWidth="1.5" />
    </svg>
  );
}
