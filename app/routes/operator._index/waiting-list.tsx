import { consoleTexts, overviewTexts as texts } from "~/content/console-texts";
import { formatInstant } from "~/domain/instant";

export type WaitingItem = { label: string; promise: string; href: string; count: number; sinceMs: number | null };

/** What waits longest stands first; what is done is not shown. */
export function WaitingList({ items, mostCounted }: { items: WaitingItem[]; mostCounted: number }) {
  const waiting = items
    .filter(({ count }) => count > 0)
    .sort((a, b) => (a.sinceMs ?? Infinity) - (b.sinceMs ?? Infinity));
  if (waiting.length === 0) return <p>{texts.allDone}</p>;
  return (
    <ul className="max-w-160 divide-y divide-peat-30 border-y border-peat-30">
      {waiting.map((item) => (
        <li key={item.label} data-row="">
          <a href={item.href} className="flex min-h-14 items-center justify-between gap-4 py-2 hover:bg-barley">
            <span className="min-w-0">
              <span className="block font-semibold">{item.label}</span>
              <span className="block text-xs text-peat-60">
                {item.promise}
                {item.sinceMs !== null && ` · ${texts.since(formatInstant(item.sinceMs))}`}
              </span>
            </span>
            <span className="figures rounded-sm bg-amber-soft px-2 py-0.5 font-semibold text-amber">
              {consoleTexts.count(item.count, mostCounted)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
