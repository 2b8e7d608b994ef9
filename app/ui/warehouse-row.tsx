import { caskTexts, sayConfirmed } from "~/content/casks";
import type { ConfirmedAge } from "~/domain/confirmed";
import type { DefinitionRow } from "./definition-rows";

export function warehouseRow(warehouse: string | null, confirmed: ConfirmedAge | null): DefinitionRow[] {
  if (!warehouse) return [];
  const [name, ...place] = warehouse.split(", ");
  const value = (
    <>
      {name}
      {place.length > 0 && <span className="block text-sm font-normal text-peat-60">{place.join(", ")}</span>}
      {confirmed && <ConfirmedLine age={confirmed} />}
    </>
  );
  return [{ label: caskTexts.warehouse, value }];
}

function ConfirmedLine({ age }: { age: ConfirmedAge }) {
  const look = age.state === "confirmed" ? "font-normal text-peat-60" : "font-semibold text-brick";
  return <span className={`block text-sm ${look}`}>{sayConfirmed(age)}</span>;
}
