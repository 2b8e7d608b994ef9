import type { ReactNode } from "react";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { proposalTexts } from "~/content/proposal-texts";
import { jobNames, permissionNames, sayJobs, teamTexts as texts } from "~/content/team-texts";
import type { ShownProposal } from "~/core/proposals/show-proposal";
import type { frameProps } from "~/server/console-frame";
import { Button } from "~/ui/button";
import { ConsolePage } from "~/ui/console/console-page";
import { ProposalCard } from "~/ui/console/proposal-card";
import { consoleLink } from "~/ui/console/subject-link";
import { RiskNote } from "~/ui/risk-note";

type Person = {
  id: string;
  who: string;
  jobs: string[];
  isSuspended: 0 | 1;
  /** What waits for a second administrator, and the jobs it would give, by commas. */
  proposal: ShownProposal | null;
  proposed: string;
};

type Props = {
  frame: ReturnType<typeof frameProps>;
  viewerId: string;
  isAlone: boolean;
  people: readonly Person[];
  allowed: readonly { job: string; permission: string }[];
  refused: { person: string | null; error: string } | null;
};

const JOBS = Object.entries(jobNames);

export function TeamScreen({ frame, viewerId, isAlone, people, allowed, refused }: Props) {
  return (
    <ConsolePage {...frame} title={sectionTitles.team}>
      <p className="max-w-160 text-peat-60">{texts.lead}</p>
      {isAlone && frame.mayChange && <RiskNote>{proposalTexts.onlyOne}</RiskNote>}
      {refused && refused.person === null && <p role="alert">{refused.error}</p>}
      <Section title={texts.peopleTitle}>
        <ul className="grid max-w-240 gap-4 lg:grid-cols-2">
          {people.map((one) => (
            <li
              key={one.id}
              id={`jobs-${one.id}`}
              className="flex min-w-0 flex-col gap-3 rounded-md border border-peat-30 p-4"
            >
              <Colleague
                person={one}
                viewerId={viewerId}
                mayChange={frame.mayChange}
                error={refused?.person === one.id ? refused.error : null}
              />
            </li>
          ))}
        </ul>
        <p className="mt-3 max-w-160 text-peat-60">{texts.newcomers}</p>
      </Section>
      <Section title={texts.tableTitle}>
        <Permissions allowed={allowed} />
      </Section>
    </ConsolePage>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}

type ColleagueProps = { person: Person; viewerId: string; mayChange: boolean; error: string | null };

function Colleague({ person, viewerId, mayChange, error }: ColleagueProps) {
  const { id, who, jobs, isSuspended, proposal, proposed } = person;
  const isOwn = id === viewerId;
  return (
    <>
      <p>
        <a href={`${sectionHref("users")}/${id}`} className={`${consoleLink} font-semibold wrap-anywhere`}>
          <bdi>{who}</bdi>
        </a>
        {isSuspended === 1 && `, ${texts.suspended}`}
      </p>
      {(!mayChange || isOwn) && <p>{sayJobs(jobs.join(","))}</p>}
      {mayChange && isOwn && <p className="text-peat-60">{texts.you}</p>}
      {mayChange && !isOwn && <JobsForm {...person} />}
      {error && (
        <p role="alert" className="font-semibold text-brick">
          {error}
        </p>
      )}
      {proposal && (
        <ProposalCard
          proposal={proposal}
          viewerId={viewerId}
          mayChange={mayChange}
          barred={isOwn ? texts.you : null}
          seen={{ person: id, job: proposed }}
        />
      )}
    </>
  );
}

function JobsForm({ id, who, jobs }: Person) {
  return (
    <form method="post" className="flex flex-col items-start gap-3">
      <input type="hidden" name="intent" value="propose" />
      <input type="hidden" name="person" value={id} />
      <fieldset className="w-full">
        <legend className="sr-only">{texts.jobsOf(who)}</legend>
        <div className="grid grid-cols-2 gap-x-4">
          {JOBS.map(([job, name]) => (
            <label key={job} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name="job"
                value={job}
                defaultChecked={jobs.includes(job)}
                className="size-5 accent-copper"
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <Button look="secondary" wide={false}>
        {texts.propose}
      </Button>
    </form>
  );
}

/** The rows that the guard asks: a line a permission, a column a job; on a phone, under each permission, the jobs that have it. */
function Permissions({ allowed }: Pick<Props, "allowed">) {
  const may = (job: string, permission: string) =>
    allowed.some((one) => one.job === job && one.permission === permission);
  return (
    <>
      <dl className="divide-y divide-peat-30 border-y border-peat-30 lg:hidden">
        {Object.entries(permissionNames).map(([permission, name]) => (
          <div key={permission} className="py-3">
            <dt>{name}</dt>
            <dd className="font-semibold">
              {JOBS.filter(([job]) => may(job, permission))
                .map(([, who]) => who)
                .join(", ")}
            </dd>
          </div>
        ))}
      </dl>
      <table className="hidden text-left lg:table">
        <thead>
          <tr className="border-b border-peat-30">
            <th scope="col" className="py-2 pr-4">
              {texts.permission}
            </th>
            {JOBS.map(([job, name]) => (
              <th key={job} scope="col" className="px-3 py-2">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(permissionNames).map(([permission, name]) => (
            <tr key={permission} className="border-b border-peat-30">
              <th scope="row" className="py-2 pr-4 font-normal">
                {name}
              </th>
              {JOBS.map(([job]) => (
                <td key={job} className={may(job, permission) ? "px-3 font-semibold" : "px-3 text-peat-60"}>
                  {may(job, permission) ? texts.may : texts.mayNot}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
