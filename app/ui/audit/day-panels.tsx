import { auditTexts } from "~/content/audit-texts";
import type { AuditDay } from "~/domain/audit/audit-files";
import { dayHref } from "~/domain/audit/audit-pages";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { DefinitionRows } from "~/ui/definition-rows";
import { Fold } from "~/ui/fold";

const link = "inline-flex min-h-11 min-w-11 items-center text-copper underline underline-offset-4";

const PARTS = [
  "wallets_cents",
  "rewards_pending_cents",
  "withdrawals_open_cents",
  "unsettled_cents",
  "cask_proceeds_cents",
] as const;

// Rows below the casks of a day.

/** What is held against what is owed, and what that is made of. */
export function MoneyPanel({ money }: Pick<AuditDay, "money">) {
  const { title, short, held, owed, parts, covered } = auditTexts.money;
  const amounts = PARTS.map((field) => ({ label: parts[field], cents: money[field] }));
  return (
    <Fold title={title} said={short(formatUsd(money.held_cents), formatUsd(money.owed_cents))}>
      <DefinitionRows
        tight
        rows={[
          { label: held, value: formatUsd(money.held_cents), accent: true },
          { label: owed, value: formatUsd(money.owed_cents), accent: true },
          ...amounts.map(({ label, cents }) => ({ label, value: formatUsd(cents) })),
        ]}
      />
      <p className="mt-3 text-sm text-peat-60">{money.reason ?? covered}</p>
    </Fold>
  );
}

type Chained = Pick<AuditDay, "date" | "hash" | "previous_date" | "ledger_head" | "ledger_rows">;

export function ChainPanel({ day }: { day: Chained }) {
  const { title, text, head, previous, first, ledger } = auditTexts.chain;
  return (
    <Fold title={title}>
      <p className="mb-3 text-sm">{text}</p>
      <p className="text-sm text-peat-60">{head}</p>
      <p className="mb-3 font-mono text-sm break-all">{day.hash}</p>
      <p className="text-sm text-peat-60">{ledger(day.ledger_rows)}</p>
      <p className="font-mono text-sm break-all">{day.ledger_head}</p>
      {day.previous_date === null ? (
        <p className="mt-3 text-sm text-peat-60">{first}</p>
      ) : (
        <p>
          <a href={dayHref(day.previous_date)} className={link}>
            {`${previous}: ${formatDate(day.previous_date)}`}
          </a>
        </p>
      )}
      <Files date={day.date} />
    </Fold>
  );
}

function Files({ date }: Pick<AuditDay, "date">) {
  const { title, json, csv, key } = auditTexts.files;
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-sm">
      <p>{title}</p>
      <ul className="flex gap-x-6">
        <li>
          <a href={`${dayHref(date)}.json`} className={link}>
            {json}
          </a>
        </li>
        <li>
          <a href={`${dayHref(date)}.csv`} className={link}>
            {csv}
          </a>
        </li>
        <li>
          <a href="/audit/key" className={link}>
            {key}
          </a>
        </li>
      </ul>
    </div>
  );
}
