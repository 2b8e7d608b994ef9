import { valueRecordTexts as texts } from "~/content/exit-texts";
import { EXITS_PATH } from "~/content/page-paths";
import type { ValueRecord } from "~/domain/value-record";

export type RecordLines = readonly ValueRecord[] | null;

/** How right earlier values of this kind were, or that nobody knows yet. @param props.record null: none has been published */
export function RecordOfTier({ tier, record }: { tier: string; record: RecordLines }) {
  const found = record?.find((line) => line.tier === tier && line.fromDays === null);
  return (
    <span className="block text-xs text-peat-60">
      {found ? (
        <>
          {texts.ofTier(found)}{" "}
          <a href={`${EXITS_PATH}#values`} className="text-copper underline underline-offset-4">
            {texts.all}
          </a>
        </>
      ) : (
        texts.noRecord
      )}
    </span>
  );
}
