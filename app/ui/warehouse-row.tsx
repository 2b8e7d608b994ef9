import { caskTexts } from "~/content/casks";
import type { DefinitionRow } from "./definition-rows";

/** 'Leith Shore Bond No. 4', and where that is on a line of its own. */
export function warehouseRow(warehouse: string | null): DefinitionRow[] {
  if (!warehouse) return [];
  const [name, ...place] = warehouse.split(", ");
  const value = (
    <>
      {name}
      {place.length > 0 && <span className="block text-sm font-normal text-peat-60">{place.join(", ")}</span>}
    </>
  );
  return [{ label: caskTexts.warehouse, value }];
}
