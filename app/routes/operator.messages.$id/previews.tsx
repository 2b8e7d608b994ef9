import { company } from "~/content/company";
import { messageTexts as texts } from "~/content/console-message-texts";
import { sectionHref } from "~/content/console-sections";
import { paragraphsOf } from "~/content/notice-mails-messages";
import type { ReviewedMessage } from "~/areas/console/read-message";
import { consoleLink } from "~/ui/console/subject-link";

/** The words as their readers get them. */
export function Previews({ message }: { message: ReviewedMessage }) {
  const { preview } = texts;
  return (
    <section aria-labelledby="mail-title" className="flex flex-col gap-2">
      <h2 id="mail-title" className="font-semibold">
        {preview.mail}
      </h2>
      <article className="flex flex-col gap-3 rounded-md border border-peat-30 p-4">
        <p className="text-xs text-peat-60">{preview.from(company.brand)}</p>
        <p dir="auto" className="display text-lg wrap-anywhere">
          {message.subject}
        </p>
        {paragraphsOf(message.body).map((paragraph, place) => (
          <p key={place} dir="auto" className="wrap-anywhere">
            {paragraph}
          </p>
        ))}
      </article>
      <a
        href={`${sectionHref("messages")}/${message.id}.html`}
        className={`inline-flex min-h-11 items-center self-start ${consoleLink}`}
      >
        {preview.html}
      </a>
    </section>
  );
}
