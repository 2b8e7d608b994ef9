import type { ReactNode } from "react";
import { type Claim, noteOf } from "~/content/claims";
import { landing } from "~/content/landing";
import { Button, type ButtonLook } from "~/ui/button";
import { FootnoteMark } from "~/ui/footnotes";

type SectionProps = { id: string; title: string; children: ReactNode; band?: boolean; small?: boolean };

export function Section({ id, title, children, band = false, small = false }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={`flex flex-col gap-3 ${band ? "bleed-barley -mx-4 bg-barley px-4 py-5" : ""}`}
    >
      <h2 id={`${id}-title`} className={`display ${small ? "text-lg" : "text-xl"}`}>
        {title}
      </h2>
      {children}
    </section>
  );
}

type AccessProps = { look?: ButtonLook; describedBy?: string; wide?: boolean };

export function RequestAccess({ look, describedBy, wide }: AccessProps) {
  return (
    <form method="post" action="/?index">
      <input type="hidden" name="intent" value="request-access" />
      <Button look={look} wide={wide} aria-describedby={describedBy}>
        {landing.requestAccess}
      </Button>
    </form>
  );
}

const STAYS_WITH_WORD = "\u2060";

export function SourceMark({ claim }: { claim: Claim }) {
  return (
    <>
      {STAYS_WITH_WORD}
      <FootnoteMark {...noteOf(claim)} />
    </>
  );
}
