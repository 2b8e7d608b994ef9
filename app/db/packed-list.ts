import { type SQL, sql } from "drizzle-orm";

/**
 * Many rows as one JSON cell. What is read back has the names of the columns; the places of the cells are known here alone.
 * @param columns the SQL of each cell
 */
export function packedList<Row extends object>(columns: { [Name in keyof Row]: SQL }) {
  const names = Object.keys(columns) as (keyof Row & string)[];
  const cells = sql.join(
    names.map((name) => columns[name]),
    sql`, `,
  );
  return {
    /** The aggregate that writes the list. */
    list: sql<string>`json_group_array(json_array(${cells}))`,
    read: (list: string): Row[] =>
      (JSON.parse(list) as unknown[][]).map(
        (row) => Object.fromEntries(names.map((name, place) => [name, row[place]])) as Row,
      ),
  };
}
