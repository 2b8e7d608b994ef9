import { userWaitTexts as texts } from "~/content/console-user-texts";
import { sectionHref } from "~/content/console-sections";
import { formatUsd } from "~/domain/money";
import type { UserWait } from "~/areas/console/read-user-waits";
import { Instant } from "~/ui/console/instant";
import { cellLink, subjectHref } from "~/ui/console/subject-link";

/** What waits for somebody in this person's matters, oldest first. */
export function Waits({ waits }: { waits: UserWait[] }) {
  return (
    <section aria-labelledby="waits-title" className={waits.length === 0 ? "" : "rounded-md bg-amber-soft p-4"}>
      <h2 id="waits-title" className="font-semibold">
        {texts.title}
      </h2>
      {waits.length === 0 && <p className="text-peat-60">{texts.none}</p>}
      <ul className="lg:mt-1">
        {waits.map((wait) => (
          <li key={`${wait.kind} ${wait.subject}`} className="flex flex-wrap items-baseline gap-x-3 py-1">
            <a href={subjectHref(wait.subject) ?? sectionHref("rewards")} className={cellLink}>
              {[texts.kinds[wait.kind], wait.amountCents === null ? null : formatUsd(wait.amountCents)]
                .filter(Boolean)
                .join(" ")}
            </a>
            {wait.state !== null && <span className="font-semibold">{texts.states[wait.state]}</span>}
            <span>
              {texts.since} <Instant atMs={wait.sinceMs} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
