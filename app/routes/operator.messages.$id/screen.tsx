import { messageTexts as texts } from "~/content/console-message-texts";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import type { FailingMail, Outcome, ReviewedMessage } from "~/areas/console/read-message";
import { MessageBadge } from "~/areas/console/lists/messages";
import type { Counted } from "~/areas/notices/messages/audience";
import type { ShownProposal } from "~/core/proposals/show-proposal";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { ConsoleTable } from "~/ui/console/console-table";
import { Instant } from "~/ui/console/instant";
import { MessageForm, messageErrors } from "~/ui/console/message-form";
import { ProposalCard } from "~/ui/console/proposal-card";
import { consoleLink, SubjectLink } from "~/ui/console/subject-link";
import { DefinitionRows } from "~/ui/definition-rows";
import { ErrorSummary } from "~/ui/error-summary";
import { DraftDecision } from "./draft-decision";
import { Previews } from "./previews";

type Typed = Record<"cask" | "audience" | "subject" | "body", string>;

type Props = {
  frame: Omit<ConsolePageProps, "title" | "children">;
  viewerId: string;
  message: ReviewedMessage;
  counted: Counted[];
  outcomes: Outcome[];
  failing: FailingMail[];
  proposal: ShownProposal | null;
  casks: { value: string; label: string }[];
  refused: { typed: Typed | null; errors: Partial<Typed>; message: string | null } | null;
};

const link = `inline-flex min-h-11 items-center ${consoleLink}`;

export function MessageScreen({
  frame,
  viewerId,
  message,
  counted,
  outcomes,
  failing,
  proposal,
  casks,
  refused,
}: Props) {
  const isDraft = message.state === "draft";
  const mayEdit = isDraft && frame.mayChange && proposal === null;
  const left = outcomes.find(({ state }) => state === "waiting")?.people ?? 0;
  const { caskId: cask, audience, subject, body } = message;
  return (
    <ConsolePage {...frame} title={message.subject}>
      {refused && <ErrorSummary message={refused.message} errors={messageErrors(refused.errors)} />}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <Previews message={message} />
          {mayEdit && (
            <details open={Boolean(refused?.typed)} className="rounded-md border border-peat-30 p-4">
              <summary className="min-h-6 cursor-pointer font-semibold">{texts.change}</summary>
              <div className="mt-4">
                <MessageForm
                  typed={refused?.typed ?? { cask, audience, subject, body }}
                  errors={refused?.errors ?? {}}
                  casks={casks}
                  hidden={{ intent: "save" }}
                  save={texts.saveAgain}
                />
              </div>
            </details>
          )}
          <Failing mails={failing} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Rows message={message} left={left} />
          {isDraft ? <Counts counted={counted} audience={audience} /> : <Outcomes outcomes={outcomes} />}
          {isDraft && !frame.mayChange && <p>{texts.readOnly}</p>}
          {proposal && (
            <ProposalCard
              proposal={proposal}
              viewerId={viewerId}
              mayChange={frame.mayChange}
              seen={{ version: String(message.version), to: proposal.becomes }}
            />
          )}
          {mayEdit && <DraftDecision message={message} counted={counted} />}
          <p className="flex flex-wrap gap-x-6">
            <a href={sectionHref("messages")} className={link}>
              {sectionTitles.messages}
            </a>
            <a href={`${sectionHref("log")}?of=message:${message.id}`} className={link}>
              {texts.rows.log}
            </a>
          </p>
        </div>
      </div>
    </ConsolePage>
  );
}

function Rows({ message, left }: { message: ReviewedMessage; left: number }) {
  const { rows } = texts;
  const { state, audience, caskId, caskName, draftedBy, draftedAtMs, endedBy, endedAtMs } = message;
  const ended = state === "draft" || endedBy === null || endedAtMs === null ? null : { state, endedBy, endedAtMs };
  return (
    <DefinitionRows
      rows={[
        { label: rows.state, value: <MessageBadge state={state} left={left} /> },
        {
          label: rows.to,
          value: <SubjectLink subject={`cask:${caskId}`} name={texts.audienceOf[audience](caskName)} />,
        },
        { label: rows.drafted, value: <Instant atMs={draftedAtMs} /> },
        { label: rows.draftedBy, value: <SubjectLink subject={`operator:${draftedBy}`} /> },
        ...(ended === null
          ? []
          : [
              { label: rows[ended.state], value: <Instant atMs={ended.endedAtMs} /> },
              { label: rows.by[ended.state], value: <SubjectLink subject={`operator:${ended.endedBy}`} /> },
            ]),
      ]}
    />
  );
}

function Counts({ counted, audience }: { counted: Counted[]; audience: ReviewedMessage["audience"] }) {
  const { counts } = texts;
  const of = (state: Counted["state"]) => counted.find((one) => one.state === state);
  const gets = of("waiting");
  const people = gets?.people ?? 0;
  const byMail = gets?.byMail ?? 0;
  const row = (label: string, count: number) => ({ label, value: String(count) });
  return (
    <section aria-labelledby="counts-title" className="flex flex-col gap-2">
      <h2 id="counts-title" className="font-semibold">
        {counts.title}
      </h2>
      <p className="text-peat-60">{texts.classes[audience]}</p>
      <DefinitionRows
        tight
        rows={[
          row(counts.people, people),
          row(counts.byMail, byMail),
          row(counts.onlyNotices, people - byMail),
          ...(audience === "watchers" ? [row(counts.notWanted, of("not-wanted")?.people ?? 0)] : []),
          row(counts.gone, of("gone")?.people ?? 0),
        ]}
      />
    </section>
  );
}

const ORDER = ["sent", "waiting", "no-address", "not-wanted", "gone"] as const;

function Outcomes({ outcomes }: { outcomes: Outcome[] }) {
  if (outcomes.length === 0) return null;
  const rows = ORDER.flatMap((state) => {
    const people = outcomes.find((one) => one.state === state)?.people ?? 0;
    return people === 0 && state !== "sent" ? [] : [{ label: texts.outcomes[state], value: String(people) }];
  });
  return (
    <section aria-labelledby="outcomes-title" className="flex flex-col gap-2">
      <h2 id="outcomes-title" className="font-semibold">
        {texts.outcomes.title}
      </h2>
      <DefinitionRows tight rows={rows} />
    </section>
  );
}

function Failing({ mails }: { mails: FailingMail[] }) {
  if (mails.length === 0) return null;
  const { failing } = texts;
  return (
    <section aria-labelledby="failing-title" className="flex flex-col gap-2">
      <h2 id="failing-title" className="font-semibold">
        {failing.title}
      </h2>
      <p className="text-peat-60">{failing.lead}</p>
      <ConsoleTable
        label={failing.title}
        columns={[
          {
            label: failing.person,
            cell: (mail: FailingMail) => <SubjectLink subject={`user:${mail.userId}`} name={mail.userId} />,
          },
          { label: failing.tries, right: true, cell: (mail) => String(mail.tries) },
          { label: failing.error, cell: (mail) => mail.error },
          {
            label: failing.since,
            isState: true,
            cell: (mail) =>
              mail.isGivenUp || mail.sinceMs === null ? failing.givenUp : <Instant atMs={mail.sinceMs} />,
          },
        ]}
        rows={mails}
        keyOf={({ userId }) => userId}
      />
    </section>
  );
}
