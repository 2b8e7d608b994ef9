import { lineViewTexts as texts } from "~/content/console-cask-texts";
import { formatTime } from "~/content/line-texts";
import { DefinitionRows } from "~/ui/definition-rows";
import type { PartProps } from "./cask-admin";

/** A launch while it runs: what is taken, who waits, and how much of it the database is asked about. */
export function LinePart({ page: { cask }, tally }: PartProps) {
  const stock = [
    { label: texts.sold, value: `${cask.soldStakes} / ${cask.totalStakes}` },
    { label: texts.held, value: cask.reservedStakes },
  ];
  const desk = tally && [
    { label: texts.inLine, value: tally.inLine },
    { label: texts.called, value: tally.called },
    { label: texts.claims(formatTime(tally.sinceMs)), value: tally.claims },
    { label: texts.asked, value: tally.asked },
  ];
  return (
    <div className="flex max-w-120 flex-col gap-4">
      <h2 className="font-semibold">{texts.title}</h2>
      <p className="text-peat-60">{desk ? texts.lead : texts.nobody}</p>
      <DefinitionRows rows={[...stock, ...(desk ?? [])]} />
    </div>
  );
}
