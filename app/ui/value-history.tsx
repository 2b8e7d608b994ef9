import type { ReactNode } from "react";
import { EXITS_PATH } from "~/content/page-paths";
import { formatDate } from "~/domain/calendar-date";
import { percentOf } from "~/domain/returns";
import type { ValueRecord } from "~/domain/value-record";
import { Money } from "./money";

export const tierNames = { issue: "issue price", measured: "measured", modelled: "modelled", opinion: "opinion" };

/** Points are hundredths of a percent. */
export const sizeOf = (points: number) => `${Math.abs(percentOf(points)).toFixed(1)}%`;
export const valueCount = (values: number) => (values === 1 ? "1 value" : `${values} values`);

const texts = {
  none: "Not valued yet.",
  how: (method: string, source: string) => `${method}. Source: ${source}`,
  corrected: (day: string) => `Corrected ${formatDate(day)}`,
  reason: (reason: string) => `Reason: ${reason}`,
  noReason: "No reason was given.",
  enteredOn: (day: string) => `entered ${formatDate(day)}`,
  noRecord: "Values of this kind have no record yet: no cask that had one has been sold.",
  recordPage: "How right our values were",
};

/** Which party made a value, and what it has to gain by it. */
export const valueAuthors = {
  provider: { made: "Made by us.", gains: "We value our own cask: a high value makes stakes easier to sell." },
  "warehouse-keeper": {
    made: "Made by the warehouse keeper.",
    gains: "The warehouse is paid for storing the cask, whatever it is worth.",
  },
  broker: {
    made: "Made by a broker.",
    gains: "A broker may buy or sell the cask later, and earns a fee if it is sold.",
  },
  independent: {
    made: "Made by an independent valuer.",
    gains: "Paid by us for the valuation, whatever it says, and has no part in a sale.",
  },
  unknown: {
    made: "We have no record of who made it.",
    gains: "Read it as ours: a high value makes stakes easier to sell.",
  },
};

/** Outcome of earlier values on the same basis. */
const ofTier = ({ values, medianPoints, biasPoints }: ValueRecord) =>
  `Of earlier values of this kind (${valueCount(values)}), half were off by ${sizeOf(medianPoints)} or less${biasPoints === 0 ? "" : `, on average ${sizeOf(biasPoints)} too ${biasPoints < 0 ? "high" : "low"}`}.`;

type RecordLines = readonly ValueRecord[] | null;

function RecordOfTier({ tier, record }: { tier: string; record: RecordLines }) {
  const found = record?.find((line) => line.tier === tier && line.fromDays === null);
  return (
    <span className="block text-xs text-peat-60">
      {found ? (
        <>
          {ofTier(found)}{" "}
          <a href={`${EXITS_PATH}#values`} className="text-copper underline underline-offset-4">
            {texts.recordPage}
          </a>
        </>
      ) : (
        texts.noRecord
      )}
    </span>
  );
}

type ToldValue = {
  valuedOn: string;
  valueCents: number;
  tier: keyof typeof tierNames;
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
        <p className="text-sm text-peat-60">{tierNames[tier]}</p>
      </div>
    </li>
  );
}
