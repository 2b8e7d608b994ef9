import { auditTexts } from "~/content/audit-texts";
import type { AuditedCask } from "~/domain/audit/audit-files";
import { listHref } from "~/domain/audit/audit-pages";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { RackFigure } from "~/ui/pictures/rack";
import type { ShownDay } from "./day-screen";

const texts = auditTexts.casks;

export function ResultBadge({ result }: Pick<AuditedCask, "result">) {
  return <Badge tone={result === "PASS" ? "gain" : "error"}>{auditTexts.results[result]}</Badge>;
}

function Row({ cask, number, date }: { cask: AuditedCask; number: number; date: string }) {
  const isRight = cask.result === "PASS";
  return (
    <li>
      <a href={listHref({ date, caskId: cask.id })} className="flex min-h-14 items-center gap-2 py-1">
        <span
          aria-hidden="true"
          className="figures grid size-6 shrink-0 place-items-center rounded-full border border-peat bg-copper-soft text-xs font-semibold"
        >
          {number}
        </span>
        <span className="min-w-0 flex-1">
          <h3 className="text-[min(1rem,7.5vw)] leading-6 font-semibold wrap-anywhere">{cask.name}</h3>
          <span className="figures block text-sm text-peat-60">
            <strong className={isRight ? "text-moss" : "text-brick"}>{auditTexts.results[cask.result]}</strong>
            {` · ${texts.ofCask(cask)}`}
          </span>
          {cask.reason !== null && (
            <span className="block text-sm font-semibold wrap-anywhere text-brick">{cask.reason}</span>
          )}
        </span>
        <Icon name="forward" size={16} />
      </a>
    </li>
  );
}

type AuditedCasksProps = Pick<ShownDay, "casks" | "date" | "rack" | "first" | "counts" | "result">;

/** The casks of one page in the warehouse, and a line for each below it. */
export function AuditedCasks({ casks, date, rack, first, counts, result }: AuditedCasksProps) {
  if (counts.casks === 0) return <p className="text-peat-60">{texts.empty}</p>;
  const kinds = counts.void > 0 ? (["sold", "free", "void"] as const) : (["sold", "free"] as const);
  const { start, end } = texts.sum(counts);
  return (
    <section aria-labelledby="casks-title">
      <h2 id="casks-title" className="sr-only">
        {texts.title}
      </h2>
      <RackFigure
        picture={rack}
        first={first}
        kinds={kinds}
        sentence={
          <span className="figures flex items-start gap-3">
            {result === "PASS" && <ResultBadge result={result} />}
            <span>
              <strong className="font-semibold">{start}</strong>
              {end}
            </span>
          </span>
        }
      />
      <ol className="mt-1 divide-y divide-peat-30 border-y border-peat-30">
        {casks.map((cask, at) => (
          <Row key={cask.id} cask={cask} number={first + at} date={date} />
        ))}
      </ol>
    </section>
  );
}
