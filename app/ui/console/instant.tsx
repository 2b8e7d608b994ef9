import { formatInstant } from "~/domain/instant";

export function Instant({ atMs }: { atMs: number }) {
  return (
    <time dateTime={new Date(atMs).toISOString()} className="figures whitespace-nowrap">
      {formatInstant(atMs)}
    </time>
  );
}
