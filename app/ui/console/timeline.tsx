import { Instant } from "./instant";
import { cellLink } from "./subject-link";

export type TimelineRow = {
  id: string;
  atMs: number;
  /** Who or what did it, in a word. */
  by: string;
  /** What others did, or told us, stands out. */
  isOurs: boolean;
  what: string;
  detail: string | null;
  /** Where it leads on to. */
  href: string | null;
};

/** What happened, in the order in which it is given. */
export function Timeline({ label, rows }: { label: string; rows: readonly TimelineRow[] }) {
  return (
    <ol aria-label={label} className="divide-y divide-peat-30 border-y border-peat-30">
      {rows.map((row) => (
        <li
          key={row.id}
          className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 py-2 @desk:grid-cols-[11rem_7rem_minmax(0,1fr)]"
        >
          <span className="text-peat-60">
            <Instant atMs={row.atMs} />
          </span>
          <bdi className={`min-w-0 wrap-anywhere ${row.isOurs ? "text-peat-60" : "font-semibold"}`}>{row.by}</bdi>
          <Words {...row} />
        </li>
      ))}
    </ol>
  );
}

function Words({ what, detail, href }: TimelineRow) {
  return (
    <span className="min-w-0 wrap-anywhere @max-desk:col-span-2">
      {href === null ? (
        what
      ) : (
        <a href={href} className={cellLink}>
          <bdi>{what}</bdi>
        </a>
      )}
      {detail !== null && <span className="block text-xs text-peat-60">{detail}</span>}
    </span>
  );
}
