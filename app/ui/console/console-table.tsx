import type { ReactNode } from "react";
import { consoleTexts } from "~/content/console-texts";

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** Amounts and figures stand to the right. */
  right?: boolean;
};

export type ConsoleTableProps<Row> = {
  label: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Said in place of an empty table. */
  none?: string;
};

const hide = "max-lg:sr-only";

/** A dense table on a wide screen; on a phone each row is a card with its own labels. */
export function ConsoleTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  none = consoleTexts.nothing,
}: ConsoleTableProps<Row>) {
  if (rows.length === 0) return <p className="text-peat-60">{none}</p>;
  return (
    <table className="w-full border-collapse text-left max-lg:block" aria-label={label}>
      <thead className={hide}>
        <tr>
          {columns.map((column) => (
            <th
              key={column.label}
              scope="col"

              className={`border-b border-peat px-2 py-2 text-xs font-semibold text-peat-60 ${column.right ? "text-right" : ""}`}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}

            data-row=""
            className="border-b border-peat-30 hover:bg-barley max-lg:block max-lg:py-3"
          >
            {columns.map((column) => (
              <td
                key={column.label}

                className={`px-2 py-2 align-top max-lg:flex max-lg:items-baseline max-lg:justify-between max-lg:gap-4 max-lg:px-0 max-lg:py-1 ${
                  column.right ? "figures text-right lg:whitespace-nowrap" : ""
                }`}
              >
                <span aria-hidden="true" className="shrink-0 text-peat-60 lg:hidden">
                  {column.label}
                </span>
                <div className={`min-w-0 wrap-anywhere max-lg:text-right ${column.right ? "" : "lg:min-w-19"}`}>
                  {column.cell(row)}
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
