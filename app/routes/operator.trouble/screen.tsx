import { type ReactNode, useId } from "react";
import { bankAnswerTexts } from "~/content/console-payout-texts";
import { sectionHref } from "~/content/console-sections";
import { figuresInWords, inWords } from "~/content/log-words";
import { consoleTexts, troubleTexts as texts } from "~/content/console-texts";
import { formatInstant } from "~/domain/instant";
import { formatUsd } from "~/domain/money";
import type { FailingWork, OpenDifference, OpenLetter, Run, TimerTrouble, Trouble } from "~/areas/console/trouble";
import { Button } from "~/ui/button";
import { consoleLink, SubjectLink } from "~/ui/console/subject-link";
import { RiskNote } from "~/ui/risk-note";

type Props = Trouble & { mayChange: boolean };

export function TroubleScreen({ timer, letters, differences, failing, runs, mayChange }: Props) {
  return (
    <>
      {timer.nudges === "not-consumed" && (
        <RiskNote>
          {texts.nudgesStand(timer.lastConsumedAtMs === null ? null : formatInstant(timer.lastConsumedAtMs))}
        </RiskNote>
      )}
      <Section title={texts.timer} rows={timer.jobs} draw={(job) => <StandingJob {...job} />} />
      <Section title={texts.letters} rows={letters} draw={(letter) => <Letter {...letter} mayChange={mayChange} />} />
      <Section title={texts.failing} rows={failing} draw={(work) => <Failing {...work} mayChange={mayChange} />} />
      <Section
        id="differences"
        title={texts.differences}
        rows={differences}
        draw={(one) => <Difference {...one} mayChange={mayChange} />}
      />
      <Section title={texts.runs} rows={runs} draw={(run) => <RunLine {...run} />} />
    </>
  );
}

/** The id of a row of the outbox, 'KIND:ID' or 'send-notice:KIND:IDS', or of what else was left to a person. */
function workInWords(id: string): { title: string; about: string | null } {
  const [kind = "", first = ""] = id.split(":");
  if (kind === "send-notice") return { title: `${inWords(kind)} ${inWords(first).toLowerCase()}`, about: null };
  const of = kind === "issue-certificate" ? "certificate" : kind.endsWith("-payment") ? "payment" : null;
  return { title: inWords(kind), about: of && `${of}:${first}` };
}

type SectionProps<Row> = { id?: string; title: string; rows: readonly Row[]; draw: (row: Row) => ReactNode };

function Section<Row extends { id: string }>({ id, title, rows, draw }: SectionProps<Row>) {
  return (
    <section id={id} aria-label={title}>
      <h2 className="text-base font-semibold">{title}</h2>
      {rows.length === 0 ? (
        <p className="mt-1 text-peat-60">{consoleTexts.nothing}</p>
      ) : (
        <ul className="mt-2 divide-y divide-peat-30 border-y border-peat-30">
          {rows.map((row) => (
            <li key={row.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
              {draw(row)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type WordsProps = {
  title: string;
  /** What it concerns, if that has a page. */ about?: string | null;
  children: ReactNode;
};

function Words({ title, about = null, children }: WordsProps) {
  return (
    <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
      <p className="font-semibold">
        {title}
        {about !== null && (
          <>
            {": "}
            <SubjectLink subject={about} />
          </>
        )}
      </p>
      <p className="text-peat-60">{children}</p>
    </div>
  );
}

function StandingJob({ id, lastSuccessAtMs, durationMs, stands }: TimerTrouble["jobs"][number]) {
  const last = lastSuccessAtMs === null ? texts.neverWell : texts.lastWell(formatInstant(lastSuccessAtMs));
  return (
    <Words title={inWords(id)}>
      {[stands ? texts.stands : texts.failedLast, last, `${durationMs} ms`].join(" · ")}
    </Words>
  );
}

function Letter({ mayChange, ...letter }: OpenLetter & { mayChange: boolean }) {
  const { id, origin, error, outboxId, isOwed, frozen, createdAtMs } = letter;
  const canReplay = origin === "outbox" || origin === "queue";
  return (
    <>
      {letter.answerId === null ? (
        <Words {...workInWords(outboxId ?? id)}>
          {[error && inWords(error), outboxId ?? id, texts.since(formatInstant(createdAtMs))]
            .filter(Boolean)
            .join(" · ")}
        </Words>
      ) : (
        <BankLine {...letter} />
      )}
      {!canReplay && letter.answerId === null && <p>{texts.byPerson}</p>}
      {frozen !== null && <p>{texts.frozen(frozen)}</p>}
      {mayChange && canReplay && (
        <form method="post">
          <input type="hidden" name="letter" value={id} />
          <Button look="secondary" wide={false} name="intent" value="replay">
            {texts.replay}
          </Button>
        </form>
      )}
      {isOwed ? <p>{texts.owed}</p> : mayChange && <ReasonForm name="letter" of={id} intent="drop" />}
    </>
  );
}

/** A line of the bank's answer that matches no payout, with the way to what it is about. */
function BankLine({
  answerId,
  answerNumber,
  line,
  lineReference,
  lineCents,
  withdrawalId,
  error,
  createdAtMs,
}: OpenLetter) {
  const problem = error as keyof typeof bankAnswerTexts.problems;
  return (
    <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
      <p className="font-semibold">
        <a href={`/operator/bank-answers/${answerId}`} className={consoleLink}>
          {bankAnswerTexts.letter(answerNumber ?? 0, line ?? 0)}
        </a>
      </p>
      <p className="text-peat-60">
        {[lineReference, lineCents === null ? null : formatUsd(lineCents), texts.since(formatInstant(createdAtMs))]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <p>{bankAnswerTexts.problems[problem]}</p>
      {withdrawalId !== null && (
        <a
          href={`${sectionHref("withdrawals")}/${withdrawalId}`}
          className={`inline-flex min-h-11 items-center ${consoleLink}`}
        >
          {bankAnswerTexts.columns.payout}
        </a>
      )}
    </div>
  );
}

function Failing({ id, kind, attempts, lastError, failingSinceMs, mayChange }: FailingWork & { mayChange: boolean }) {
  return (
    <>
      <Words {...workInWords(id)}>
        {[texts.attempts(attempts), lastError, id, texts.since(formatInstant(failingSinceMs))]
          .filter(Boolean)
          .join(" · ")}
      </Words>
      {kind === "refund-payment" ? <p>{texts.owed}</p> : mayChange && <ReasonForm name="work" of={id} intent="end" />}
    </>
  );
}

type DifferenceProps = OpenDifference & { mayChange: boolean };

function Difference({ id, kind, subject, detail, paymentId, firstSeenMs, mayChange }: DifferenceProps) {
  return (
    <>
      <Words title={inWords(kind)} about={paymentId && `payment:${paymentId}`}>
        {[subject, detail && figuresInWords(detail), texts.since(formatInstant(firstSeenMs))]
          .filter(Boolean)
          .join(" · ")}
      </Words>
      {mayChange && kind !== "books" && <ReasonForm name="difference" of={id} intent="explain" />}
    </>
  );
}

function RunLine({ askedAtMs, finishedAtMs, paymentsRead, repaired, open, error }: Run) {
  const said = error ?? (finishedAtMs === null ? texts.running : texts.run(paymentsRead, repaired, open));
  return <Words title={formatInstant(askedAtMs)}>{said}</Words>;
}

type ReasonProps = {
  /** The field that names what is ended, and its id. */
  name: "work" | "letter" | "difference";
  of: string;
  intent: "end" | "drop" | "explain";
};

/** Ends work that fails again and again, drops what was given up, or explains a difference; the reason stays in the log. */
function ReasonForm({ name, of, intent }: ReasonProps) {
  const id = useId();
  return (
    <form method="post" className="flex w-full max-w-90 flex-col gap-2">
      <input type="hidden" name={name} value={of} />
      <label htmlFor={id} className="font-semibold">
        {texts.reason}
      </label>
      <input
        id={id}
        name="reason"
        maxLength={200}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        className="min-h-12 rounded-md border border-peat-45 bg-paper px-3 text-base"
      />
      <p id={`${id}-hint`} className="text-xs text-peat-60">
        {texts.reasonHint}
      </p>
      <Button look="danger" name="intent" value={intent}>
        {texts[intent]}
      </Button>
    </form>
  );
}
