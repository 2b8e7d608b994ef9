import type { ReactNode } from "react";

type AsTableProps = { head: readonly string[]; rows: readonly (readonly string[])[] };

export function AsTable({ head, rows }: AsTableProps) {
  return (
    <details className="mt-2 overflow-x-auto text-sm">
      <summary className="inline-block cursor-pointer py-3 text-copper underline underline-offset-4">
        As a table
      </summary>
      <FigureTable head={head} rows={rows} />
    </details>
  );
}

type FigureTableProps = { head: readonly string[]; rows: readonly (readonly ReactNode[])[]; label?: string };

/** Without a pointer, the arrow keys move a table that is wider than its column. */
const REACHED_BY_KEYS = 0;

export function FigureTable({ head, rows, label }: FigureTableProps) {
  const table = (
    <table className="figures w-full">
      <thead>
        <tr className="border-b border-peat-45 text-xs text-peat-60">
          {head.map((word, index) => (
            <th key={word} scope="col" className={`py-1 font-normal ${index === 0 ? "text-left" : "pl-2 text-right"}`}>
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...others], at) => (
          <tr key={at} className="border-b border-peat-30">
            <th scope="row" className="py-1 text-left font-normal">
              {first}
            </th>
            {others.map((cell, index) => (
              <td key={head[index + 1]} className="py-1 pl-2 text-right whitespace-nowrap">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (label === undefined) return table;
  return (
    <div role="group" aria-label={label} tabIndex={REACHED_BY_KEYS} className="overflow-x-auto text-sm">
      {table}
    </div>
  );
}
