import type { ReactNode } from "react";

export type DefinitionRow = { label: string; value: ReactNode; accent?: boolean };

/** Label on the left, value on the right; long values wrap below themselves. */
export function DefinitionRows({ rows }: { rows: DefinitionRow[] }) {
  return (
    <dl className="divide-y divide-peat-30">
      {rows.map((row) => (
        <div
          key={row.label}
          className="flex flex-wrap items-baseline justify-between gap-x-4 py-3 first:pt-0 last:pb-0"
        >
          <dt className={`text-sm ${row.accent ? "font-semibold text-copper" : "text-peat-60"}`}>{row.label}</dt>
          <dd className="figures min-w-0 flex-1 basis-24 wrap-anywhere text-right font-semibold">{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
