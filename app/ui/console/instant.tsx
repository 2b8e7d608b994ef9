import { formatInstant } from "~/domain/instant";

/** A point in time, to the minute, in UTC as everywhere in the books. */
export function Instant({ atMs }: { atMs: number }) {
  return (
    <time dateTime={new Date(atMs).toISOString()} className="figures whitespace-nowrap">
      {formatInstant(atMs)}
    </time>
  );
}
