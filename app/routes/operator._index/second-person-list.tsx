import { proposalTexts as texts } from "~/content/proposal-texts";
import type { ShownSecond } from "~/areas/console/list-second-person";
import { SECOND_PERSON_ID } from "~/areas/notices/waiting/waiting-items";
import { ProposalRows } from "~/ui/console/proposal-card";
import { consoleLink } from "~/ui/console/subject-link";

/** What one operator proposed and another may confirm, oldest first; it is decided where it is shown with the rest. */
export function SecondPersonList({ proposals }: { proposals: ShownSecond[] }) {
  return (
    <section id={SECOND_PERSON_ID} className="flex max-w-160 flex-col gap-4">
      <h2 className="display text-lg">{texts.title}</h2>
      <ul className="flex flex-col gap-4">
        {proposals.map((proposal) => (
          <li key={proposal.id} data-row="" className="rounded-md border border-peat-30 p-4">
            <ProposalRows proposal={proposal} />
            <a href={proposal.href} className={`inline-flex min-h-11 items-center ${consoleLink}`}>
              {texts.look}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
