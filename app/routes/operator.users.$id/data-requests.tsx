import { dataRequestTexts as texts, userTexts } from "~/content/console-user-texts";
import { sectionHref } from "~/content/console-sections";
import { addDays, dateOf, formatDate } from "~/domain/calendar-date";
import { groupCode } from "~/domain/certificate-code";
import type { ReviewedUser } from "~/areas/console/read-user";
import type { DataRequest } from "~/areas/accounts/users/data-requests";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ChoiceField } from "~/ui/console/choice-field";
import { cellLink } from "~/ui/console/subject-link";
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

/** What the person asked for by letter and is not answered yet: the request in Support, by when, and what answers it. */
export function DataRequests({ requests, user, mayAct, nowMs, refused }: Props) {
  const today = dateOf(nowMs);
  return (
    <section id="requests" aria-labelledby="requests-title" className="flex flex-col gap-3">
      <h2 id="requests-title" className="font-semibold">
        {texts.title}
      </h2>
      {requests.length === 0 && <p className="text-peat-60">{texts.none}</p>}
      {requests.map(({ id, number, kind, dueOn }) => (
        <div key={id} className="flex flex-col gap-3 rounded-sm bg-barley p-3">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-semibold">{texts.kinds[kind]}</span>
            <a href={`${sectionHref("support")}/${id}`} className={cellLink}>
              {texts.request(groupCode(number))}
            </a>
            <span>{texts.due(formatDate(dueOn))}</span>
            {dueOn < today && <Badge tone="error">{texts.late}</Badge>}
            {dueOn >= today && dueOn <= addDays(today, 7) && <Badge tone="attention">{texts.soon}</Badge>}
          </p>
          {mayAct && <Answer kind={kind} user={user} />}
        </div>
      ))}
      {mayAct && <RecordForm refused={refused} />}
    </section>
  );
}

function Answer({ kind, user }: Pick<DataRequest, "kind"> & Pick<Props, "user">) {
  if (kind === "data")
    return (
      <form method="post" action={`${sectionHref("users")}/${user.id}/archive`} className="flex flex-col gap-2">
        <p className="text-peat-60">{texts.fileHint}</p>
        <Button look="secondary">{texts.file}</Button>
      </form>
    );
  if (user.role !== "investor") return null;
  if (user.closingAskedAtMs !== null) return <p>{texts.closing}</p>;
  return (
    <form method="post" className="flex flex-col gap-2">
      <input type="hidden" name="intent" value="erase" />
      <p className="text-peat-60">{texts.eraseHint}</p>
      <Button look="danger">{texts.erase}</Button>
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
