import type { ReactNode } from "react";
import { markNames } from "~/content/picture-texts";
import type { MarkKind } from "~/domain/pictures/plot";
import { ink } from "./ink";

/** Kinds differ in shape and filling, never in colour alone. */
export function MarkShape({ kind, x, y }: { kind: MarkKind; x: number; y: number }) {
  switch (kind) {
    case "paid":
      return <path className="paid" d={`M${x - 4} ${y - 4}h8v8h-8z`} />;
    case "sale":
      return <circle className="sold" cx={x} cy={y} r="6" />;
    case "modelled":
      return (
        <>
          <circle className={kind} cx={x} cy={y} r="4.5" />
          <path className="half" d={`M${x} ${y - 4}a4 4 0 0 1 0 8z`} />
        </>
      );
    default:
      return <circle className={kind} cx={x} cy={y} r={kind === "measured" ? 5 : 4.5} />;
  }
}

const ORDER = ["paid", "measured", "modelled", "opinion", "sale"] as const;

export function LegendLine({ dashed = false, children }: { dashed?: boolean; children: ReactNode }) {
  return (
    <li className="inline-flex items-center gap-1">
      <svg aria-hidden="true" width="16" height="12" className="chart-key">
        <path
          d="M0 6H16"
          stroke={dashed ? ink.peat60 : ink.copper}
          strokeWidth={dashed ? 1.5 : 2}
          strokeDasharray={dashed ? "4 3" : undefined}
        />
      </svg>
      {children}
    </li>
  );
}

export function Legend({ kinds, children }: { kinds: readonly MarkKind[]; children?: ReactNode }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-peat-60">
      {children}
      {ORDER.filter((kind) => kinds.includes(kind)).map((kind) => (
        <li key={kind} className="inline-flex items-center gap-1">
          <svg aria-hidden="true" width="14" height="14" viewBox="-7 -7 14 14" className="chart-key">
            <MarkShape kind={kind} x={0} y={0} />
          </svg>
          {markNames[kind]}
        </li>
      ))}
    </ul>
  );
}
