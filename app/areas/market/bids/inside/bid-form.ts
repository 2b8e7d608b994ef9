import * as z from "zod";
import { bidErrors, bidFieldNames as names } from "~/content/console-bid-texts";
import { BUYER_KINDS } from "~/db/schema/names";
import { refuseClose } from "~/domain/bids/bid-times";
import type { CalendarDate } from "~/domain/calendar-date";
import { readSentFile } from "~/areas/casks/evidence/sent-file";
import { asTyped, typedCents, typedChoice, typedDay, typedLines } from "~/areas/casks/typed-values";
import { firstErrors } from "~/core/first-errors";

const MOST_CENTS = 10_000_000_000;
const NOTE_LENGTH = 1000;

const schema = z.object({
  bidder_kind: typedChoice(names.bidder_kind, BUYER_KINDS),
  gross: typedCents(names.gross, { from: 0, to: MOST_CENTS }),
  fees: typedCents(names.fees, { from: 0, to: MOST_CENTS }),
  closes_on: typedDay(names.closes_on),
  note: typedLines(names.note, NOTE_LENGTH),
});

export type BidErrors = Partial<Record<keyof z.infer<typeof schema> | "file", string>>;

/** What an operator says of a bid. All else follows from it. */
export type BidTerms = {
  bidderKind: (typeof BUYER_KINDS)[number];
  grossCents: number;
  feesCents: number;
  closesOn: CalendarDate;
  note: string;
};

type ReadBid =
  { ok: true; terms: BidTerms; mediaType: string } | { ok: false; typed: Record<string, string>; errors: BidErrors };

/** @param bytes of the letter; null: none was chosen */
export function readBidForm(fields: Record<string, unknown>, bytes: Uint8Array | null, nowMs: number): ReadBid {
  const parsed = schema
    .refine(({ gross, fees }) => fees <= gross, { path: ["fees"], error: bidErrors.feesAboveGross })
    .superRefine(({ closes_on }, issues) => {
      const refused = refuseClose(closes_on, nowMs);
      if (refused) issues.addIssue({ code: "custom", path: ["closes_on"], message: bidErrors[refused] });
    })
    .safeParse(fields);
  const file = readSentFile(bytes);
  if (parsed.success && file.ok) {
    const { bidder_kind: bidderKind, gross: grossCents, fees: feesCents, closes_on: closesOn, note } = parsed.data;
    return { ok: true, terms: { bidderKind, grossCents, feesCents, closesOn, note }, mediaType: file.mediaType };
  }
  const errors: BidErrors = parsed.success ? {} : firstErrors<z.infer<typeof schema>>(parsed.error);
  return {
    ok: false,
    typed: asTyped(fields, schema.keyof().options),
    errors: file.ok ? errors : { ...errors, file: file.error },
  };
}
