import type { ReactNode } from "react";
import { evidenceTexts, valueAuthors } from "~/content/evidence-texts";
import { formatDate } from "~/domain/calendar-date";
import { Money } from "./money";
import { valueRecordTexts } from "~/content/exit-texts";
import { EXITS_PATH } from "~/content/page-paths";
import type { ValueRecord } from "~/domain/value-record";

type RecordLines = readonly ValueRecord[] | null;

function RecordOfTier({ tier, record }: { tier: string; record: RecordLines }) {
  const found = record?.find((line) => line.tier === tier && line.fromDays === null);
  return (
    <span className="block text-xs text-peat-60">
      {found ? (
        <>
          {valueRecordTexts.ofTier(found)}{" "}
          <a href={`${EXITS_PATH}#values`} className="text-copper underline underline-offset-4">
            {valueRecordTexts.all}
          </a>
        </>
      ) : (
        valueRecordTexts.noRecord
      )}
    </span>
  );
}

const texts = evidenceTexts.values;

type ToldValue = {
  valuedOn: string;
  valueCents: number;
  tier: keyof typeof texts.tiers;
  method: string;
  source: string;
  author: Exclude<keyof typeof valueAuthors, "unknown"> | null;
  enteredOn: string;
  corrected: { on: string; reason: string | null } | null;
};

export function ValueHistory({ values, record }: { values: ToldValue[]; record: RecordLines }) {
  if (values.length === 0) return <p className="text-sm text-peat-60">{texts.none}</p>;
  const newest = values.find(({ corrected, tier }) => corrected === null && tier !== "issue");
  return (
    <ul className="divide-y divide-peat-30">
      {values.map((one) => (
        <Value key={`${one.valuedOn} ${one.valueCents} ${one.enteredOn} ${one.source}`} value={one}>
          {one === newest && <RecordOfTier tier={one.tier} record={record} />}
        </Value>
      ))}
    </ul>
  );
}

function Value({ value, children }: { value: ToldValue; children: ReactNode }) {
  const { valuedOn, valueCents, tier, method, source, author, enteredOn, corrected } = value;
  const { made, gains } = valueAuthors[author ?? "unknown"];
  const amount = <Money cents={valueCents} />;
  return (
    <li className="flex flex-wrap justify-between gap-x-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-36">
        <p className="figures font-semibold">
          <time dateTime={valuedOn}>{formatDate(valuedOn)}</time>
          {enteredOn !== valuedOn && (
            <span className="text-sm font-normal text-peat-60"> {texts.enteredOn(enteredOn)}</span>
          )}
        </p>
        <p className={`text-sm wrap-anywhere ${corrected ? "text-peat-60 line-through" : ""}`}>
          {texts.how(method, source)}
        </p>
        <p className="text-sm text-peat-60">
          {made} {gains}
        </p>
        {children}
        {corrected && (
          <p className="text-sm text-brick">
            {texts.corrected(corrected.on)}. {corrected.reason ? texts.reason(corrected.reason) : texts.noReason}
          </p>
        )}
      </div>
      <div className="ml-auto text-right">
        {corrected ? <s className="text-peat-60">{amount}</s> : amount}
        <p className="text-sm text-peat-60">{texts.tiers[tier]}</p>
      </div>
    </li>
  );
}
