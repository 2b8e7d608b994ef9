import { confirmedTexts as texts } from "~/content/keeper-texts";
import { confirmedAge } from "~/domain/keepers/confirmed";
import type { CaskEvidence } from "~/areas/proof/publishing/proof-files";
import { ConfirmedLine } from "~/ui/warehouse-row";

const link = "inline-flex min-h-11 items-center font-semibold text-copper underline underline-offset-4";
const litresOf = (tenths: number) => (tenths / 10).toFixed(1);

/** What the warehouse said of the cask under its own signature, how old that is, and what is unusual about it. */
export function KeepersWord({ word, today }: { word: NonNullable<CaskEvidence["word"]>; today: string }) {
  const age = confirmedAge(word, today);
  const { named, lastOn } = word;
  const isLeftOut = lastOn !== null && (named === null || named.on < lastOn);
  return (
    <div className="flex flex-col gap-1">
      <p>
        <ConfirmedLine age={age} />
      </p>
      {isLeftOut && <p className="text-sm font-semibold text-brick">{texts.notMentioned(lastOn)}</p>}
      {named && (
        <>
          {named.jump && (
            <p className="text-sm font-semibold text-brick">
              {texts.jump(litresOf(named.jump.was), litresOf(named.jump.is))}
            </p>
          )}
          {named.loaDecilitres !== null && <p className="text-sm">{texts.litres(litresOf(named.loaDecilitres))}</p>}
          {named.note !== "" && <p className="text-sm wrap-anywhere">{texts.note(named.note)}</p>}
        </>
      )}
      {age.state !== "confirmed" && <p className="text-sm text-peat-60">{texts.lateNote}</p>}
      <p className="flex flex-wrap gap-x-6">
        {named && (
          <a href={`/evidence/statements/${named.statement}.json`} className={link}>
            {texts.on(named.on)}
          </a>
        )}
        <a href="/evidence/keepers.json" className={link}>
          {texts.keys}
        </a>
      </p>
    </div>
  );
}
