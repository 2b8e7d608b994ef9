import { moreQuestions, type Question, questions, questionsTitle } from "~/content/faq";
import { Section } from "./section";
import { SourceMark } from "./source-mark";

const SHOWN = 5;

/** Each answer opens with the browser's own disclosure element, without a script; so do the questions that fewer people ask. */
export function Questions() {
  return (
    <Section id="questions" title={questionsTitle}>
      <div className="divide-y divide-peat-30 border-y border-peat-30">
        {questions.slice(0, SHOWN).map((item) => (
          <Answer key={item.question} item={item} />
        ))}
        <details className="fold">
          <Summary>{moreQuestions}</Summary>
          <div className="divide-y divide-peat-30 border-t border-peat-30 pl-3">
            {questions.slice(SHOWN).map((item) => (
              <Answer key={item.question} item={item} />
            ))}
          </div>
        </details>
      </div>
    </Section>
  );
}

function Summary({ children }: { children: string }) {
  return (
    <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 py-1 text-sm font-semibold hover:text-copper">
      {children}
    </summary>
  );
}

function Answer({ item }: { item: Question }) {
  return (
    <details className="fold">
      <Summary>{item.question}</Summary>
      <p className="pb-4 text-sm text-peat-60">
        {item.answer}
        {item.claims?.map((claim) => (
          <SourceMark key={claim.id} claim={claim} />
        ))}
      </p>
    </details>
  );
}
