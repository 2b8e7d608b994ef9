import { historyTexts as texts } from "~/content/console-user-texts";
import { detailInWords, inWords } from "~/content/log-words";
import { formatUsd } from "~/domain/money";
import type { KeysetPage } from "~/core/lists/keyset-page";
import type { HistoryRow } from "~/areas/console/read-user-history";
import { consoleLink, subjectHref } from "~/ui/console/subject-link";
import { Timeline, type TimelineRow } from "~/ui/console/timeline";

type Props = { userId: string; history: KeysetPage<HistoryRow>; isFirst: boolean };

const link = `inline-flex min-h-11 items-center ${consoleLink}`;

/** All that happened with this person, newest first; what is older is a link away. */
export function History({ userId, history: { rows, next }, isFirst }: Props) {
  const page = `/operator/users/${userId}`;
  return (
    <section id="history" aria-labelledby="history-title">
      <h2 id="history-title" className="mb-2 font-semibold">
        {texts.title}
      </h2>
      {rows.length === 0 ? (
        <p className="text-peat-60">{isFirst ? texts.none : texts.noneLeft}</p>
      ) : (
        <Timeline label={texts.title} rows={rows.map((row) => shown(row, userId))} />
      )}
      <p className="mt-2 text-xs text-peat-60">{texts.note}</p>
      <p className="flex flex-wrap gap-x-6">
        {!isFirst && (
          <a href={`${page}#history`} className={link}>
            {texts.newest}
          </a>
        )}
        {next !== null && (
          <a href={`${page}?after=${encodeURIComponent(next)}#history`} className={link}>
            {texts.older}
          </a>
        )}
      </p>
    </section>
  );
}

function shown(row: HistoryRow, userId: string): TimelineRow {
  const [kind, name = ""] = row.what.split(":");
  const isOwn = row.actor === `user:${userId}`;
  const isOperators = /^(operator|reader):/.test(row.actor);
  return {
    id: row.id,
    atMs: row.atMs,
    by: isOwn ? texts.by.person : isOperators ? (row.who ?? texts.by.operator) : texts.by.system,
    isOurs: !isOwn && !isOperators,
    what: words(row, kind, name),
    detail: besides(row, kind),
    href: row.subject === null ? null : subjectHref(row.subject),
  };
}

function words({ what }: HistoryRow, kind: string | undefined, name: string): string {
  if (kind === "message") return texts.message(inWords(name).toLowerCase());
  if (kind === "wallet") return texts.wallet(inWords(name).toLowerCase());
  return texts.events[what] ?? inWords(what);
}

function besides(row: HistoryRow, kind: string | undefined): string | null {
  const { about, stakeNumber, amountCents } = row;
  const number = stakeNumber === null ? null : texts.stake(stakeNumber);
  const amount = amountCents === null ? null : formatUsd(amountCents);
  return [about, number, amount, detailOf(row, kind)].filter(Boolean).join(" · ") || null;
}

/** What the log keeps beside an entry, if it is for people: an id is not, and an amount stands there already. */
function detailOf({ what, detail, amountCents, tries }: HistoryRow, kind: string | undefined): string | null {
  if (detail === null) return null;
  if (kind === "message") return detail === "failing" ? texts.failing(tries ?? 0) : (texts.went[detail] ?? detail);
  if (what === "signed-in" || what === "signed-up") return texts.channels[detail] ?? detail;
  // The kind of a change, without the number of its proposal.
  if (what.startsWith("change-")) return inWords(detail.split(" ")[0] ?? detail);
  if (/^[a-z]{3}_\w+$/.test(detail) || (amountCents !== null && /^\d+$/.test(detail))) return null;
  return detailInWords(what, detail);
}
