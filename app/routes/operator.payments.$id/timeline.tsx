import { timelineTexts as texts } from "~/content/console-payment-texts";
import type { TimelineEntry } from "~/areas/console/payment-timeline";
import { Instant } from "~/ui/console/instant";
import { cellLink } from "~/ui/console/subject-link";

/** What happened, oldest first; what the provider told us and what operators did stand out. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="text-base font-semibold">
        {texts.title}
      </h2>
      <ol className="mt-2 divide-y divide-peat-30 border-y border-peat-30">
        {entries.map((entry, at) => (
          <li
            // The order is fixed, and two entries may say the same.
            key={`${at}`}
            className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 py-2 lg:grid-cols-[11rem_5rem_minmax(0,1fr)]"
          >
            <span className="text-peat-60">
              <Instant atMs={entry.atMs} />
            </span>
            <span className={entry.by === "us" ? "text-peat-60" : "font-semibold"}>{texts.by[entry.by]}</span>
            <Words {...entry} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Words({ what, detail, href }: TimelineEntry) {
  return (
    <span className="min-w-0 wrap-anywhere max-lg:col-span-2">
      {href === null ? (
        what
      ) : (
        <a href={href} className={cellLink}>
          {what}
        </a>
      )}
      {detail !== null && <span className="block text-xs text-peat-60">{detail}</span>}
    </span>
  );
}
