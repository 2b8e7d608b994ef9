import { questions, questionsTitle } from "~/content/faq";
import { Icon } from "~/ui/icon";
import { Section } from "./section";
import { SourceMark } from "./source-mark";

/** Each answer opens with the browser's own disclosure element, without a script. */
export function Questions() {
  return (
    <Section id="questions" title={questionsTitle}>
      <div className="divide-y divide-peat-30 border-y border-peat-30">
        {questions.map((item) => (
          <details key={item.question}>
            <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 py-2 font-semibold hover:text-copper [&::-webkit-details-marker]:hidden">
              {item.question}
              <Icon name="forward" size={16} className="text-copper in-[details[open]]:rotate-90" />
            </summary>
            <p className="pb-4 text-peat-60">
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
