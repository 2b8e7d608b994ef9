import type { ReactNode } from "react";

export type DefinitionRow = { label: string; value: ReactNode; accent?: boolean; below?: boolean };

type Props = { rows: readonly (DefinitionRow | false | null)[]; tight?: boolean };

export function DefinitionRows({ rows: all, tight = false }: Props) {
  const rows = all.filter((row) => row !== false && row !== null);
  return (
    <dl className="divide-y divide-peat-30">
      {rows.map((row) => (
        <div
          key={row.label}
          className={`flex flex-wrap items-baseline justify-between gap-x-4 first:pt-0 last:pb-0 ${tight ? "py-1.5" : "py-3"}`}
        >
          <dt className={`text-sm ${row.accent ? "font-semibold text-copper" : "text-peat-60"}`}>{row.label}</dt>
          <dd
            className={`figures min-w-0 flex-1 wrap-anywhere font-semibold ${row.below ? "basis-full" : "basis-24 text-right"}`}
          >
            {row.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
