import { disclaimers } from "~/content/landing";
import { Section } from "./section";

export function Disclaimers() {
  return (
    <Section id="disclaimers" title={disclaimers.title} small>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-sm">
        {disclaimers.paragraphs.map((paragraph) => (
          <li key={paragraph}>{paragraph}</li>
        ))}
      </ul>
    </Section>
  );
}
