import type { CyclePicture } from "~/domain/pictures/cycle-ring";
import { ink } from "./ink";

/** `pathLength` of a circle is newer than the standard that pages are checked by. */
const dashes = (r: number, of: number, months: number) =>
  [months, of].map((count) => ((count * 2 * Math.PI * r) / of).toFixed(2)).join(" ");

const RING = { cx: 22, cy: 22, r: 16, strokeWidth: 6 };

type CycleRingProps = { picture: Pick<CyclePicture, "state" | "months" | "of">; size?: number };

export function CycleRing({ picture: { state, months, of }, size = 44 }: CycleRingProps) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 44 44" className="chart-key shrink-0">
      <g fill="none" transform="rotate(-90 22 22)">
        <circle cx="22" cy="22" r="21" stroke={ink.peat} strokeWidth="1.5" fill={ink.paper} />
        <circle {...RING} stroke={state === "ready" ? ink.moss : ink.copperSoft} />
        {state !== "ready" && months > 0 && (
          <circle
            {...RING}
            stroke={ink.copper}
            strokeDasharray={months < of ? dashes(RING.r, of, months) : undefined}
          />
        )}
      </g>
      {state === "ready" ? (
        <path d="M16.5 22.5l4 4 7-8" fill="none" stroke={ink.moss} strokeWidth="2.5" />
      ) : (
        <text x="22" y="27" textAnchor="middle" className="display" fontSize="14">
          {months}
        </text>
      )}
    </svg>
  );
}
