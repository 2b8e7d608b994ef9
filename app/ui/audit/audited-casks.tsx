import { auditTexts } from "~/content/audit-texts";
import type { AuditedCask } from "~/domain/audit/audit-files";
import { listHref } from "~/domain/audit/audit-pages";
import { Badge } from "~/ui/badge";

const texts = auditTexts.casks;

export function ResultBadge({ result }: Pick<AuditedCask, "result">) {
  return <Badge tone={result === "PASS" ? "gain" : "error"}>{auditTexts.results[result]}</Badge>;
}

function Counts({ cask }: { cask: AuditedCask }) {
  const counts = [
    [texts.total, cask.total],
    [texts.issued, cask.issued],
    [texts.reserved, cask.reserved],
    [texts.free, cask.free],
    [texts.void, cask.void],
    [texts.certificates, cask.certificates_valid],
  ] as const;
  return (
    <dl className="my-2 grid grid-cols-3 gap-x-4 gap-y-2">
      {counts.map(([label, value]) => (
        <div key={label} className="flex min-w-0 flex-col justify-end">
          <dt className="text-xs text-peat-60">{label}</dt>
          <dd className="figures font-semibold">{texts.number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Row({ cask, date }: { cask: AuditedCask; date: string }) {
  return (
    <li className="py-4">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="min-w-0 font-semibold wrap-anywhere">{cask.name}</h3>
        <ResultBadge result={cask.result} />
      </div>
      {cask.reason !== null && <p className="mt-1 text-sm font-semibold wrap-anywhere text-brick">{cask.reason}</p>}
      <Counts cask={cask} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="text-sm text-peat-60">{texts.papers(cask.documents.length, cask.valuations.length)}</span>
        <a
          href={listHref({ date, caskId: cask.id })}
          className="inline-flex min-h-11 min-w-11 items-center text-copper underline underline-offset-4"
        >
          {texts.list}
          <span className="sr-only">{texts.listOf(cask.name)}</span>
        </a>
      </div>
    </li>
  );
}

export function AuditedCasks({ casks, date, total }: { casks: AuditedCask[]; date: string; total: number }) {
  return (
    <section aria-labelledby="casks-title">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="casks-title" className="display text-lg">
          {texts.title}
        </h2>
        {total > 0 && <span className="figures text-sm text-peat-60">{texts.count(total)}</span>}
      </div>
      {total === 0 ? (
        <p className="mt-2 text-peat-60">{texts.empty}</p>
      ) : (
        <>
          <p className="mt-1 text-sm text-peat-60">{texts.words}</p>
          <ul className="divide-y divide-peat-30 border-b border-peat-30">
            {casks.map((cask) => (
              <Row key={cask.id} cask={cask} date={date} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
