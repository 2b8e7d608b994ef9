import type { ReactNode } from "react";

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /** 'amount' is shown beside the row's name on a phone. */
  right?: boolean | "amount";
  /** Never breaks, so that longer cells give way. */
  short?: true;
  isState?: true;
  /** 'plain' is shown without its label, 'hidden' is on the row's page alone. */
  onPhone?: "plain" | "hidden";
};

export type ConsoleTableProps<Row> = {
  label: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  none?: string;
};

const hide = "max-lg:sr-only";

/** A row on a phone is 84 px high where its texts are short enough. */
const look =
  "relative border-b border-peat-30 hover:bg-barley " +
  "max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-3 max-lg:py-2";

const ON_PHONE = {
  name: "max-lg:order-1 max-lg:min-w-3/5 max-lg:flex-1 max-lg:*:line-clamp-2 max-lg:text-base max-lg:font-semibold",
  amount: "max-lg:order-2 max-lg:text-base max-lg:font-semibold",
  rest: "max-lg:order-3 max-lg:min-w-0 max-lg:text-left max-lg:text-peat-60",
  state: "max-lg:order-4 max-lg:ml-auto",
} as const;

function placeOf<Row>(columns: readonly Column<Row>[], column: Column<Row>): keyof typeof ON_PHONE {
  if (column === columns[0]) return "name";
  if (column.right === "amount") return "amount";
  return column.isState ? "state" : "rest";
}

export function ConsoleTable<Row>({ label, columns, rows, keyOf, none = "Nothing here." }: ConsoleTableProps<Row>) {
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
          <tr key={keyOf(row)} data-row="" className={look}>
            {columns.map((column) => {
              const place = placeOf(columns, column);
              return (
                <td
                  key={column.label}
                  className={`px-2 py-2 align-top ${column.onPhone === "hidden" ? "max-lg:hidden" : "max-lg:flex"} max-lg:items-baseline max-lg:gap-1 max-lg:p-0 ${
                    column.right ? "figures text-right lg:whitespace-nowrap" : ""
                  } ${ON_PHONE[place]}`}
                >
                  {place === "rest" && column.onPhone !== "plain" && (
                    <span aria-hidden="true" className="shrink-0 text-xs lg:hidden">
                      {column.label}
                    </span>
                  )}
                  <div
                    className={`min-w-0 ${column.short ? "whitespace-nowrap" : "wrap-anywhere"} ${column.right ? "" : "lg:min-w-19"}`}
                  >
                    {column.cell(row)}
                  </div>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
