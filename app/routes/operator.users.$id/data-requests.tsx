import { dataRequestTexts as texts, userTexts } from "~/content/console-user-texts";
import { sectionHref } from "~/content/console-sections";
import { addDays, dateOf, formatDate } from "~/domain/calendar-date";
import type { ReviewedUser } from "~/areas/console/read-user";
import type { DataRequest } from "~/areas/accounts/users/data-requests";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ChoiceField } from "~/ui/console/choice-field";
import { Field } from "~/ui/field";
import { Fold } from "~/ui/fold";
import type { Refused } from "./act";

type Props = {
  requests: DataRequest[];
  user: Pick<ReviewedUser, "id" | "role" | "closingAskedAtMs" | "closedAtMs">;
  mayAct: boolean;
  nowMs: number;
  refused: Refused | null;
};

/** What the person asked for by letter, by when it is answered, and what answers it. */
export function DataRequests({ requests, mayAct, refused, ...page }: Props) {
  return (
    <section id="requests" aria-labelledby="requests-title" className="flex flex-col gap-3">
      <h2 id="requests-title" className="font-semibold">
        {texts.title}
      </h2>
      {requests.length === 0 && <p className="text-peat-60">{texts.none}</p>}
      {requests.map((request) => (
        <div key={request.id} className="flex flex-col gap-3 rounded-sm bg-barley p-3">
          <Standing request={request} nowMs={page.nowMs} />
          {mayAct && request.outcome === null && <Answers request={request} refused={refused} {...page} />}
        </div>
      ))}
      {mayAct && <RecordForm refused={refused} />}
    </section>
  );
}

function Standing({ request, nowMs }: { request: DataRequest; nowMs: number }) {
  const { kind, receivedOn, dueOn, outcome, endedAtMs, extendedBecause, refusedBecause } = request;
  const today = dateOf(nowMs);
  const ended = formatDate(dateOf(endedAtMs ?? nowMs));
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{texts.kinds[kind]}</span>
        <span>{texts.came(formatDate(receivedOn))}</span>
        {outcome === "done" && <span>{texts.done(ended)}</span>}
        {outcome === null && <span>{texts.due(formatDate(dueOn))}</span>}
        {outcome === null && dueOn < today && <Badge tone="error">{texts.late}</Badge>}
        {outcome === null && dueOn >= today && dueOn <= addDays(today, 7) && (
          <Badge tone="attention">{texts.soon}</Badge>
        )}
      </p>
      {extendedBecause !== null && <p className="wrap-anywhere">{texts.extended(extendedBecause)}</p>}
      {outcome === "refused" && <p className="wrap-anywhere">{texts.refused(ended, refusedBecause ?? "")}</p>}
    </div>
  );
}

type AnswersProps = Pick<Props, "user" | "refused"> & { request: DataRequest };

function Answers({ request, user, refused }: AnswersProps) {
  const sent = <input type="hidden" name="request" value={request.id} />;
  return (
    <>
      {request.kind === "data" && (
        <>
          <p className="text-peat-60">{texts.fileHint}</p>
          <div className="grid gap-3 sm:grid-cols-2">
            <form method="post" action={`${sectionHref("users")}/${user.id}/archive`}>
              <Button look="secondary">{texts.file}</Button>
            </form>
            <form method="post">
              {sent}
              <input type="hidden" name="intent" value="hand-over" />
              <Button look="secondary">{texts.handedOver}</Button>
            </form>
          </div>
        </>
      )}
      {request.kind === "erasure" && user.closingAskedAtMs !== null && <p>{texts.closing}</p>}
      {request.kind === "erasure" && user.closingAskedAtMs === null && user.role === "investor" && (
        <form method="post" className="flex flex-col gap-3">
          {sent}
          <input type="hidden" name="intent" value="erase" />
          <p className="text-peat-60">{texts.eraseHint}</p>
          <Button look="danger">{texts.erase}</Button>
        </form>
      )}
      <ReasonForm request={request} refused={refused} />
    </>
  );
}

/** Both kinds may wait, so the field of each has a name of its own. */
function ReasonForm({ request: { id, kind, extendedBecause }, refused }: Omit<AnswersProps, "user">) {
  const typed = refused?.typed.request === id ? refused : null;
  const isWrong = typed?.error === "because";
  return (
    <form method="post" noValidate className="flex flex-col gap-3">
      <input type="hidden" name="request" value={id} />
      <Field
        name={`because_${kind}`}
        label={texts.because}
        hint={texts.becauseHint}
        maxLength={200}
        autoComplete="off"
        defaultValue={typed?.typed[`because_${kind}`] ?? ""}
        error={isWrong ? userTexts.errors.because : undefined}
        startHere={isWrong}
      />
      <div className="grid grid-cols-2 gap-3">
        {extendedBecause === null && (
          <Button look="secondary" name="intent" value="extend-request">
            {texts.extend}
          </Button>
        )}
        <Button look="danger" name="intent" value="refuse-request">
          {texts.refuse}
        </Button>
      </div>
    </form>
  );
}

function RecordForm({ refused }: Pick<Props, "refused">) {
  const typed = refused?.typed.intent === "record-request" ? refused : null;
  const words = texts.record;
  const error = (name: "request_kind" | "received_on") => (typed?.error === name ? userTexts.errors[name] : undefined);
  return (
    <Fold title={words.title} open={typed !== null}>
      <form method="post" noValidate className="flex flex-col gap-4">
        <input type="hidden" name="intent" value="record-request" />
        <p className="text-peat-60">{words.lead}</p>
        <ChoiceField
          name="request_kind"
          label={words.kind}
          names={texts.kinds}
          chosen={typed?.typed.request_kind ?? ""}
          error={error("request_kind")}
          startHere={typed?.error === "request_kind"}
        />
        <Field
          name="received_on"
          label={words.receivedOn}
          type="date"
          defaultValue={typed?.typed.received_on ?? ""}
          error={error("received_on")}
          startHere={typed?.error === "received_on"}
        />
        <Button look="secondary">{words.submit}</Button>
      </form>
    </Fold>
  );
}
