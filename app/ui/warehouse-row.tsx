import { sayConfirmed } from "~/content/casks";
import type { ConfirmedAge } from "~/domain/confirmed";
import type { DefinitionRow } from "./definition-rows";

export function warehouseRow(warehouse: string | null, confirmed: ConfirmedAge | null): DefinitionRow[] {
  if (!warehouse) return [];
  const [name, ...place] = warehouse.split(", ");
  const look = confirmed?.state === "confirmed" ? "font-normal text-peat-60" : "font-semibold text-brick";
  const value = (
    <>
      {name}
      {place.length > 0 && <span className="block text-sm font-normal text-peat-60">{place.join(", ")}</span>}
      {confirmed && <span className={`block text-sm ${look}`}>{sayConfirmed(confirmed)}</span>}
    </>
  );
  return [{ label: "Bonded warehouse", value }];
}
