import { userTexts as texts } from "~/content/console-user-texts";
import { SHOWN_OF_EACH } from "~/areas/console/read-user";
import { ConsoleTable, type ConsoleTableProps } from "~/ui/console/console-table";

/** One list of the page, with its heading. */
export function UserList<Row>({ id, ...table }: ConsoleTableProps<Row> & { id: string }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="mb-2 font-semibold">
        {table.label}
      </h2>
      <ConsoleTable {...table} />
      {table.rows.length >= SHOWN_OF_EACH && <p className="mt-2 text-xs text-peat-60">{texts.latest(SHOWN_OF_EACH)}</p>}
    </section>
  );
}
