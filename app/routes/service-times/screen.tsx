import { servicePage as texts } from "~/content/service-texts";
import type { Waits } from "~/domain/service-clock";
import type { ServiceTimes } from "~/areas/proof/publishing/proof-files";
import { Badge } from "~/ui/badge";
import { DefinitionRows } from "~/ui/definition-rows";
import { Panel } from "~/ui/panel";
import { ProofPage } from "~/ui/proof-page";

const CLOCKS = ["withdrawals", "answers", "certificates"] as const;

/** What is promised beside what happened. */
export function ServiceScreen({ times }: { times: ServiceTimes | null }) {
  return (
    <ProofPage title={texts.title} lead={texts.lead} day={times?.day ?? null}>
      {times && (
        <>
          <p className="-mt-5 text-sm text-peat-60">{texts.period(times.from, times.day)}</p>
          {CLOCKS.map((clock) => (
            <Clock key={clock} words={texts.clocks[clock]} waits={times[clock]} />
          ))}
        </>
      )}
    </ProofPage>
  );
}

function Clock({ words, waits }: { words: (typeof texts.clocks)[(typeof CLOCKS)[number]]; waits: Waits }) {
  const { count, figures } = waits;
  return (
    <Panel title={words.title}>
      <DefinitionRows
        tight
        rows={[
          { label: texts.promise, value: words.promise },
          ...(figures
            ? [
                { label: texts.median, value: texts.waited(figures.medianMs) },
                { label: texts.slowest, value: texts.waited(figures.slowestMs) },
                {
                  label: texts.late,
                  value: <Badge tone={figures.late > 0 ? "error" : "gain"}>{texts.lateOf(figures.late, count)}</Badge>,
                },
              ]
            : []),
        ]}
      />
      {!figures && (
        <p className="mt-2 text-sm">
          <Badge tone="attention">{texts.tooFew}</Badge> {texts.tooFewText(count)}
        </p>
      )}
      <p className="mt-2 text-xs text-peat-60">{words.how}</p>
    </Panel>
  );
}
