import { questions, questionsTitle } from "~/content/faq";
import { Section } from "./section";
import { SourceMark } from "./source-mark";

/** Each answer opens with the browser's own disclosure element, without a script. */
export function Questions() {
  return (
    <Section id="questions" title={questionsTitle}>
      <div className="divide-y divide-peat-30 border-y border-peat-30">
        {questions.map((item) => (
          <details key={item.question}>
            <summary className="min-h-12 cursor-pointer py-3 font-semibold hover:text-copper">{item.question}</summary>
            <p className="pb-4 pl-4 text-peat-60">
              {item.answer}
              {item.claims?.map((claim) => (
                <SourceMark key={claim.id} claim={claim} />
              ))}
            </p>
          </details>
        ))}
      </div>
    </Section>
  );
}
