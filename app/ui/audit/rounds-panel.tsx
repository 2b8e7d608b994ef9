import { auditRoundTexts as texts } from "~/content/audit-texts";
import { VERIFY_PATH } from "~/content/page-paths";
import { roundHref } from "~/domain/audit/audit-pages";
import { Fold } from "~/ui/fold";

export type ShownRound = { caskId: string; month: string; title: string; said?: string };

const link = "inline-flex min-h-11 min-w-11 items-center text-copper underline underline-offset-4";

/** Published rounds of the market, each with its file, and how to compute one again. */
export function RoundsPanel({ rounds }: { rounds: readonly ShownRound[] }) {
  const [newest] = rounds;
  if (!newest) return null;
  return (
    <Fold title={texts.title} id="rounds">
      <p className="text-sm text-peat-60">{texts.lead}</p>
      <ul className="my-2 divide-y divide-peat-30">
        {rounds.map(({ caskId, month, title, said }) => (
          <li key={`${caskId} ${month}`} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
            <span className="min-w-0 text-sm wrap-anywhere">
              {title}
              {said !== undefined && <span className="figures block text-peat-60">{said}</span>}
            </span>
            <a href={roundHref({ caskId, month })} className={link}>
              {texts.file}
              <span className="sr-only">{texts.ofRound(title)}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="text-sm">{texts.check}</p>
      <pre className="mt-1 rounded-sm bg-barley p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
        {texts.command(newest)}
      </pre>
      <a href={VERIFY_PATH} className={link}>
        {texts.program}
      </a>
    </Fold>
  );
}
