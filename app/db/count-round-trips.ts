import { isOverload } from "./try-again";
import { wrapD1 } from "./wrap-d1";

// Counts round trips to D1, so that tests and Server-Timing can hold each page to its budget.

export type RoundTrips = {
  count: number;
  rowsRead: number;
  rowsWritten: number;
  overloaded?: boolean;
};

type Meta = { meta?: { rows_read?: number; rows_written?: number } };

export function countRoundTrips(d1: D1Database, trips: RoundTrips): D1Database {
  return wrapD1(d1, async (call) => {
    trips.count += 1;
    const result = await call().catch((error: unknown) => {
      trips.overloaded ||= isOverload(error);
      throw error;
    });
    for (const one of Array.isArray(result) ? (result as unknown[]) : [result]) {
      const meta = (one as Meta | null)?.meta;
      trips.rowsRead += meta?.rows_read ?? 0;
      trips.rowsWritten += meta?.rows_written ?? 0;
    }
    return result;
  });
}
