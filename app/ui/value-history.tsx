import { EXITS_PATH } from "~/content/page-paths";
import { formatDate } from "~/domain/calendar-date";
import { percentOf } from "~/domain/returns";
import { Money } from "./money";
import { TextLink } from "./text-link";

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

export function ValueHistory({ values }: { values: ToldValue[] }) {
  if (values.length === 0) return <p className="text-sm text-peat-60">{texts.none}</p>;
  return (
    <>
      <ul className="divide-y divide-peat-30">
        {values.map((one) => (
          <Value key={`${one.valuedOn} ${one.valueCents} ${one.enteredOn} ${one.source}`} value={one} />
        ))}
      </ul>
      <TextLink href={`${EXITS_PATH}#values`}>{texts.recordPage}</TextLink>
    </>
  );
}

function Value({ value }: { value: ToldValue }) {
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
