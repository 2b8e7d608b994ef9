import { type CaskType, drawCask } from "~/domain/cask-shape";
import { ink } from "./ink";

/** A dashed cask without anything in it: nothing is known yet. Its frame is 88 by 114 units. */
export function EmptyCask({
  caskType = "barrel",
  x,
  y,
  scale,
}: {
  caskType?: CaskType;
  x: number;
  y: number;
  scale: number;
}) {
  const cask = drawCask(caskType, null);
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`} fill="none" stroke={ink.peat} strokeWidth="2.5">
      <path d={cask.outline} strokeDasharray="4 3" fill={ink.barley} />
      <circle cx={cask.bung.x} cy={cask.bung.y} r="4" />
    </g>
  );
}
