import { auditTexts } from "~/content/audit-texts";
import type { AuditedConfirmation } from "~/domain/audit/audit-files";
import { formatDate } from "~/domain/calendar-date";
import { Fold } from "~/ui/fold";

const { confirmed: texts } = auditTexts;

type Shown = { id: string; name: string; on: string | null } & Pick<AuditedConfirmation, "state" | "statement">;

/** `casks`, `confirmed`: of all pages together. */
export type ShownConfirmations = { casks: number; confirmed: number; rows: readonly Shown[] };

/** What keepers of warehouses have signed of the casks on this page. @param props.shown null: a day from before they did */
export function ConfirmedPanel({ shown }: { shown: ShownConfirmations | null }) {
  if (!shown) return null;
  const isShort = shown.confirmed < shown.casks;
  return (
    <Fold
      title={texts.title}
      id="confirmed"
      said={
        <span className={`whitespace-nowrap ${isShort ? "text-brick" : ""}`}>
          {texts.said(shown.confirmed, shown.casks)}
        </span>
      }
    >
      <p className="text-sm text-peat-60">{texts.text}</p>
      <ul className="divide-y divide-peat-30 text-sm">
        {shown.rows.map((row) => (
          <li key={row.id} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
            <span className="min-w-0 flex-1 basis-40 py-2 wrap-anywhere">{row.name}</span>
            <Word row={row} />
          </li>
        ))}
      </ul>
    </Fold>
  );
}

/** With the statement that it rests on, where there is one. */
function Word({ row: { name, on, state, statement } }: { row: Shown }) {
  const said =
    state === "absent" ? texts.absent : on === null ? texts.never : state === "late" ? texts.late(on) : formatDate(on);
  const look = state === "confirmed" ? "" : "text-brick";
  if (statement === null) return <span className={`figures ml-auto ${look}`}>{said}</span>;
  return (
    <a
      href={`/evidence/statements/${statement}.json`}
      className={`figures ml-auto inline-flex min-h-11 items-center underline underline-offset-4 ${look || "text-copper"}`}
    >
      {said}
      <span className="sr-only">{texts.of(name)}</span>
    </a>
  );
}
