import { caskPageTexts as texts } from "~/content/console-cask-texts";
import { caskFieldNames as names } from "~/content/operator-cask-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatInstant } from "~/domain/instant";
import { formatUsd } from "~/domain/money";
import { Button } from "~/ui/button";
import { CaskForm } from "~/ui/console/cask-form";
import { Effects } from "~/ui/console/effects";
import type { PartProps } from "./cask-admin";
import { Checklist } from "./checklist";
import { PublishWithout } from "./publish-without";

/** What is said about the cask, and whether investors see it. */
export function TermsPart({ page, mayChange, refused, errors }: PartProps) {
  const { cask, values, fixed } = page;
  const typed = refused?.view === "cask" ? refused.typed : {};
  const isConflict = refused?.message === texts.changedMeanwhile;
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <CaskForm
        values={{ ...values, ...typed }}
        errors={isConflict ? differing(values, typed) : errors}
        fixed={fixed}
        hidden={{ version: typed.version ?? String(cask.version) }}
        mayChange={mayChange}
        save={texts.save}
      />
      <div className="flex flex-col gap-5 max-lg:-order-1">
        <Offer page={page} mayChange={mayChange} refused={refused} errors={errors} />
      </div>
    </div>
  );
}

const CASK_FIELDS = Object.keys(names) as (keyof typeof names)[];

/** What another operator has saved since, where it differs from what is typed. A browser sends each line with an end of its own. */
function differing(values: PartProps["page"]["values"], typed: Record<string, string>): Record<string, string> {
  const plain = (text: string) => text.replace(/\r\n?/g, "\n").trim();
  return Object.fromEntries(
    CASK_FIELDS.filter((name) => plain(typed[name] ?? values[name]) !== plain(values[name])).map((name) => [
      name,
      texts.savedMeanwhile(names[name], values[name]),
    ]),
  );
}

type OfferProps = Pick<PartProps, "page" | "mayChange" | "refused" | "errors">;

function Offer({ page, mayChange, refused, errors }: OfferProps) {
  const { cask, standing, today } = page;
  if (cask.endedOn !== null) return <p>{texts.endedStays(formatDate(cask.endedOn))}</p>;
  if (standing === "published") {
    const isTaken = cask.soldStakes + cask.reservedStakes > 0;
    return (
      <>
        <Sales page={page} mayChange={mayChange} />
        {isTaken && <p className="text-peat-60">{texts.takenStays}</p>}
        {!isTaken && <Effects title={texts.withdrawTitle} effects={texts.withdrawEffects} />}
        {!isTaken && mayChange && <StateForm intent="withdraw" version={cask.version} />}
      </>
    );
  }
  const price = formatUsd(cask.costPerStakeCents);
  return (
    <>
      <Checklist page={page} />
      <Effects title={texts.publishTitle} effects={texts.publishEffects(price)} />
      {page.missing !== "" && cask.closesOn >= today && (
        <PublishWithout {...{ page, mayChange }} error={errors.publish_reason} typed={refused?.typed.publish_reason} />
      )}
      {mayChange && page.missing === "" && cask.closesOn >= today && (
        <StateForm intent="publish" version={cask.version} again={cask.issued} />
      )}
    </>
  );
}

/** Whether its sale is stopped, and the button to change that, beside what it does. */
function Sales({ page: { cask }, mayChange }: Pick<PartProps, "page" | "mayChange">) {
  const { stopped, ...said } = texts.sales;
  const isStopped = cask.salesStoppedAtMs !== null;
  const intent = isStopped ? "resume-sales" : "stop-sales";
  return (
    <>
      {cask.salesStoppedAtMs !== null && <p role="status">{stopped(formatInstant(cask.salesStoppedAtMs))}</p>}
      {mayChange && <Effects {...said[intent]} />}
      {mayChange && <StateForm intent={intent} version={cask.version} />}
    </>
  );
}

type StateProps = { intent: "publish" | "withdraw" | "stop-sales" | "resume-sales"; version: number; again?: boolean };

/** Says which version was looked at: another operator's changes since are not published unseen. */
function StateForm({ intent, version, again = false }: StateProps) {
  return (
    <form method="post">
      <input type="hidden" name="version" value={version} />
      <Button
        name="intent"
        value={intent}
        look={intent === "publish" || intent === "resume-sales" ? "primary" : "danger"}
      >
        {again ? texts.publishAgain : texts[intent]}
      </Button>
    </form>
  );
}
