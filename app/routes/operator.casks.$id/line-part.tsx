import { lineViewTexts as texts } from "~/content/console-cask-texts";
import { formatTime } from "~/content/line-texts";
import { formatInstant } from "~/domain/instant";
import { Button } from "~/ui/button";
import { Effects } from "~/ui/console/effects";
import { DefinitionRows } from "~/ui/definition-rows";
import type { PartProps } from "./cask-admin";

/** A launch while it runs: what is taken, who waits, and how much of it the database is asked about. */
export function LinePart({ page: { cask, standing }, tally, mayChange }: PartProps) {
  const stock = [
    { label: texts.sold, value: `${cask.soldStakes} / ${cask.totalStakes}` },
    { label: texts.held, value: cask.reservedStakes },
  ];
  const desk = tally && [
    ...(tally.gathered > 0 ? [{ label: texts.gathered, value: tally.gathered }] : []),
    { label: texts.inLine, value: tally.inLine },
    { label: texts.called, value: tally.called },
    { label: texts.claims(formatTime(tally.sinceMs)), value: tally.claims },
    { label: texts.asked, value: tally.asked },
  ];
  return (
    <div className="flex max-w-120 flex-col gap-4">
      <h2 className="font-semibold">{texts.title}</h2>
      <p className="text-peat-60">{desk ? texts.lead : texts.nobody}</p>
      {cask.salesStoppedAtMs !== null && <p role="status">{texts.stopped(formatInstant(cask.salesStoppedAtMs))}</p>}
      <DefinitionRows rows={[...stock, ...(desk ?? [])]} />
      {mayChange && standing === "published" && <StopForm cask={cask} />}
      <Draw cask={cask} mayChange={mayChange && standing === "draft"} />
    </div>
  );
}

/** The button to stop the sale, or to resume it, beside what it does. */
function StopForm({ cask }: Pick<PartProps["page"], "cask">) {
  const isStopped = cask.salesStoppedAtMs !== null;
  return (
    <>
      {isStopped ? (
        <Effects title={texts.resumeTitle} effects={texts.resumeEffects} />
      ) : (
        <Effects title={texts.stopTitle} effects={texts.stopEffects} />
      )}
      <form method="post">
        <input type="hidden" name="version" value={cask.version} />
        <Button name="intent" value={isStopped ? "resume-sales" : "stop-sales"} look={isStopped ? "primary" : "danger"}>
          {isStopped ? texts.resume : texts.stop}
        </Button>
      </form>
    </>
  );
}

/** Whether places are drawn, and the button to change that. */
function Draw({ cask, mayChange }: Pick<PartProps["page"], "cask"> & { mayChange: boolean }) {
  const isDrawn = cask.drawCommitment !== null;
  return (
    <>
      <h2 className="font-semibold">{texts.drawTitle}</h2>
      <p>{isDrawn ? texts.isDrawn : texts.comesFirst}</p>
      {mayChange && !isDrawn && <Effects title={texts.draw} effects={texts.drawEffects} />}
      {mayChange && (
        <form method="post">
          <input type="hidden" name="version" value={cask.version} />
          <Button name="intent" value={isDrawn ? "no-draw" : "draw"} look="secondary">
            {isDrawn ? texts.noDraw : texts.draw}
          </Button>
        </form>
      )}
    </>
  );
}
