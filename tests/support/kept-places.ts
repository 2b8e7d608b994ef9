import type { Place, PlaceStore } from "~/areas/buying/desk/desk-terms";

/** Places that outlive the desk, as the object's own storage does. */
export function keptPlaces(): PlaceStore & { rows: Map<string, Place> } {
  const rows = new Map<string, Place>();
  let last = 0;
  return {
    rows,
    all: () => [...rows.values()].map((place) => ({ ...place })),
    nextNumber: () => (last += 1),
    put: (place) => void rows.set(place.userId, { ...place }),
    drop: (userId) => void rows.delete(userId),
  };
}
