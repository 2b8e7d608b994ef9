import type { ReactNode } from "react";
import { formatDate } from "~/domain/calendar-date";
import { Money } from "./money";

export type LedgerEntry = {
  id: string;
  name: string;
  detail?: string | null;
  date: string;
  amount: { cents: number; struck?: boolean } | null;
  badge?: ReactNode;
  aside?: ReactNode;
};

export function LedgerList({ entries }: { entries: LedgerEntry[] }) {
  return (
    <ul className="divide-y divide-peat-30">
      {entries.map((entry) => (
        <li key={entry.id} id={entry.id} className="flex flex-wrap justify-between gap-x-4 py-3 first:pt-0 last:pb-0">
          <div className="min-w-0 flex-1 basis-36">
            <p className="font-semibold wrap-anywhere">{entry.name}</p>
            <p className="figures text-sm text-peat-60">
              {entry.detail && <>{entry.detail}, </>}
              <time className="whitespace-nowrap" dateTime={entry.date}>
                {formatDate(entry.date)}
              </time>
            </p>
            {entry.badge}
          </div>
          <div className="ml-auto text-right text-sm">
            {entry.amount && (
              <p className={`text-base ${entry.amount.struck ? "text-peat-60 line-through" : ""}`}>
                <Money cents={entry.amount.cents} />
              </p>
            )}
            {entry.aside}
          </div>
        </li>
      ))}
    </ul>
  );
}
