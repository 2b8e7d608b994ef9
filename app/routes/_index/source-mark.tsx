import { type Claim, noteOf } from "~/content/claims";
import { FootnoteMark } from "~/ui/footnotes";

const STAYS_WITH_WORD = "\u2060";

export function SourceMark({ claim }: { claim: Claim }) {
  return (
    <>
      {STAYS_WITH_WORD}
      <FootnoteMark {...noteOf(claim)} />
    </>
  );
}
