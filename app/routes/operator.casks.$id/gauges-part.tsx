import { inLitres } from "~/content/gauge-texts";
import { recordFieldNames as names } from "~/content/operator-cask-texts";
import { formatDate } from "~/domain/calendar-date";
import { ConsoleTable } from "~/ui/console/console-table";
import { ConsoleForm } from "~/ui/console/form-parts";
import type { PartProps } from "./action";

export function GaugesPart({ page, mayChange, typed, errors, newId }: PartProps) {
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <ConsoleTable
        label="Regauges"
        rows={page.gauges}
        keyOf={({ id }) => id}
        columns={[
          { label: "Date", short: true, cell: (row) => formatDate(row.gaugedOn) },
          { label: "Litres of alcohol", right: true, cell: (row) => inLitres(row.loaDecilitres / 10) },
          { label: "ABV", right: true, cell: (row) => `${row.abvTenths / 10} %` },
          { label: "Measured by", cell: (row) => row.gaugedBy },
        ]}
      />
      {mayChange && (
        <ConsoleForm
          intent="gauge"
          hidden={{ gauge: `gau_${newId}` }}
          title="Record a regauge"
          lead="The cask's page shows the latest by date. Correct a mistake by recording another."
          fields={[
            { name: "gauged_on", label: names.gauged_on, type: "date", value: page.today },
            { name: "loa_litres", label: names.loa_litres, figure: true },
            { name: "abv", label: names.abv, figure: true },
            { name: "gauged_by", label: names.gauged_by },
          ]}
          typed={typed}
          errors={errors}
          button="Record it"
        />
      )}
    </div>
  );
}
