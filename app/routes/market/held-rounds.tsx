import { heldRoundTexts as texts } from "~/content/market-texts";
import { roundHref } from "~/domain/audit/audit-pages";
import type { HeldRound } from "~/areas/market/resale/held-rounds";
import { Panel } from "~/ui/panel";

const link = "inline-flex min-h-11 min-w-11 items-center text-sm text-copper underline underline-offset-4";

/** What the rounds of a cask brought, the latest first, each with its file. */
export function HeldRounds({ caskId, rounds }: { caskId: string; rounds: readonly HeldRound[] }) {
  return (
    <Panel title={texts.title} id="rounds">
      {rounds.length === 0 ? (
        <p className="text-sm text-peat-60">{texts.none}</p>
      ) : (
        <>
          <ul className="divide-y divide-peat-30">
            {rounds.map((round) => (
              <li key={round.month} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
                <span className="min-w-0">
                  <span className="figures block font-semibold">{broughtBy(round)}</span>
                  <span className="figures block text-sm text-peat-60">{texts.closed(round.closesAtMs)}</span>
                </span>
                {round.outcome === "published" && (
                  <a href={roundHref({ caskId, month: round.month })} className={link}>
                    {texts.file}
                    <span className="sr-only">{texts.ofRound(round.month)}</span>
                  </a>
                )}
              </li>
            ))}
          </ul>
          <a href={texts.check.href} className={link}>
            {texts.check.label}
          </a>
        </>
      )}
    </Panel>
  );
}

function broughtBy({ outcome, priceCents, stakes }: HeldRound): string {
  if (outcome === "stopped") return texts.stopped;
  return priceCents === null ? texts.nothing : texts.price(priceCents, stakes);
}
