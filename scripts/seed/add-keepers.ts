import { warehouseKeepers } from "~/db/schema/casks";
import type { World } from "./world";

// Who keeps the demo casks; all of them are invented. Of one warehouse the licence is not known, so that this shows as well.

const keepers = [
  {
    warehouse: "Carrick Brae Bond, Speyside, Scotland",
    keeper: "Carrick Brae Bonding Company Ltd (sample)",
    address: "1 Bonded Way, Speyside, Scotland",
    licenceNumber: "GB00000001WK (sample)",
    contact: "records@carrick-brae.example",
  },
  {
    warehouse: "Leith Shore Bond No. 4, Edinburgh, Scotland",
    keeper: "Leith Shore Bond Ltd (sample)",
    address: "4 Sample Quay, Edinburgh, Scotland",
    licenceNumber: null,
    contact: null,
  },
];

/** Adds those that are missing. Of the third warehouse nothing is known. */
export async function addKeepers({ db, nowMs }: World): Promise<void> {
  for (const keeper of keepers)
    await db
      .insert(warehouseKeepers)
      .values({ ...keeper, changedAtMs: nowMs })
      .onConflictDoNothing();
}
