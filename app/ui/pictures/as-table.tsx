import type { ReactNode } from "react";
import { pictureTexts } from "~/content/picture-texts";

type AsTableProps = {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  note?: string | null;
  inline?: boolean;
};

export function AsTable({ head, rows, note = null, inline = false }: AsTableProps) {
  return (
    <details className={inline ? "inline" : "mt-2 overflow-x-auto text-sm"}>
      <summary
        className={`cursor-pointer text-copper underline underline-offset-4 ${inline ? "-my-3.5 inline-flex min-h-11 items-center" : "inline-block py-3"}`}
      >
        {pictureTexts.table}
      </summary>
      <FigureTable head={head} rows={rows} {...(inline && { label: pictureTexts.table })} />
      {note && <p className="mt-1 text-xs text-peat-60">{note}</p>}
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
