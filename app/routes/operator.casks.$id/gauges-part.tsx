import { gaugeViewTexts as texts } from "~/content/console-cask-texts";
import { doubts, recordFieldNames as names } from "~/content/operator-cask-texts";
import { formatDate } from "~/domain/calendar-date";
import { Button } from "~/ui/button";
import { ConsoleTable } from "~/ui/console/console-table";
import { Sure } from "~/ui/console/form-parts";
import { Field } from "~/ui/field";
import type { PartProps } from "./cask-admin";

/** What was measured, latest first, and the next regauge. */
export function GaugesPart({ page, mayChange, typed, errors, newId }: PartProps) {
  const field = (name: "gauged_on" | "loa_litres" | "abv" | "gauged_by") => ({
    ...{ name, label: names[name], error: errors[name], maxLength: 120, autoComplete: "off" },
    ...{ startHere: name === Object.keys(errors)[0], defaultValue: typed[name] ?? "" },
  });
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <ConsoleTable
        label={texts.add}
        rows={page.gauges}
        keyOf={({ id }) => id}
        columns={[
          { label: "Date", short: true, cell: (row) => formatDate(row.gaugedOn) },
          { label: "Litres of alcohol", right: true, cell: (row) => texts.litres(row.loaDecilitres) },
          { label: "ABV", right: true, cell: (row) => `${row.abvTenths / 10} %` },
          { label: "Measured by", cell: (row) => row.gaugedBy },
        ]}
      />
      {mayChange && (
        <form method="post" noValidate className="flex flex-col gap-4">
          <h2 className="font-semibold">{texts.add}</h2>
          <p className="text-peat-60">
            The cask's page shows the latest by date. Correct a mistake by recording another.
          </p>
          <input type="hidden" name="intent" value="gauge" />
          <input type="hidden" name="gauge" value={`gau_${newId}`} />
          <Field
            {...field("gauged_on")}
            type="date"
            maxLength={undefined}
            defaultValue={typed.gauged_on ?? page.today}
          />
          <Field {...field("loa_litres")} inputMode="decimal" />
          <Field {...field("abv")} inputMode="decimal" />
          <Field {...field("gauged_by")} />
          {typed.sure && <Sure said={typed.sure}>{doubts.sure}</Sure>}
          <Button>Record it</Button>
        </form>
      )}
    </div>
  );
}
