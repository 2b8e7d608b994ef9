import type { ReactNode } from "react";
import { formatDate } from "~/domain/calendar-date";
import { Money } from "./money";

export type LedgerEntry = {
  id: string;
  name: string;
  detail?: string | null;
  date: string;
  amount: { cents: number; struck?: boolean };
  badge?: ReactNode;
  aside?: ReactNode;
};

export function LedgerList({ entries }: { entries: LedgerEntry[] }) {
  return (
    <ul className="divide-y divide-peat-30">
      {entries.map((entry) => (
        <li key={entry.id} id={entry.id} className="py-2 first:pt-0 last:pb-0">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 flex-1 basis-36 font-semibold wrap-anywhere">{entry.name}</span>
            <span className={`ml-auto ${entry.amount.struck ? "text-peat-60 line-through" : ""}`}>
              <Money cents={entry.amount.cents} />
            </span>
          </p>
          <div className="flex flex-wrap items-center justify-between gap-x-2 text-sm">
            <p className="figures text-peat-60">
              {entry.detail && <>{entry.detail} · </>}
              <time className="whitespace-nowrap" dateTime={entry.date}>
                {formatDate(entry.date)}
              </time>
            </p>
            <div className="ml-auto">{entry.aside}</div>
          </div>
          {entry.badge}
        </li>
      ))}
    </ul>
  );
}
