import { pictureTexts } from "~/content/picture-texts";

type AsTableProps = {
  /** One word for each column. The first column names the row. */
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Below the table. */
  note?: string | null;
  /** At the end of a sentence instead of below it. */
  inline?: boolean;
};

/** Without a pointer, the arrow keys move a table that is wider than its column. */
const REACHED_BY_KEYS = 0;

/**
 * The figures of a picture, for those who would rather read than look. An amount is never broken: on a narrow screen the table
 * moves sideways.
 */
export function AsTable({ head, rows, note = null, inline = false }: AsTableProps) {
  const align = (index: number) => (index === 0 ? "text-left" : "text-right");
  const table = (
    <table className="figures w-full">
      <thead>
        <tr className="border-b border-peat-45 text-xs text-peat-60">
          {head.map((word, index) => (
            <th key={word} scope="col" className={`py-1 font-normal ${align(index)}`}>
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...others]) => (
          <tr key={`${first} ${others.join(" ")}`} className="border-b border-peat-30">
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
  return (
    <details className={inline ? "inline" : "mt-2 overflow-x-auto text-sm"}>
      <summary
        className={`cursor-pointer text-copper underline underline-offset-4 ${inline ? "-my-3.5 inline-flex min-h-11 items-center" : "inline-block py-3"}`}
      >
        {pictureTexts.table}
      </summary>
      {inline ? (
        <div role="group" aria-label={pictureTexts.table} tabIndex={REACHED_BY_KEYS} className="overflow-x-auto">
          {table}
        </div>
      ) : (
        table
      )}
      {note && <p className="mt-1 text-xs text-peat-60">{note}</p>}
    </details>
  );
}
