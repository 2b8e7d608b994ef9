import { sectionHref } from "~/content/console-sections";
import { requestTexts as texts } from "~/content/console-support-texts";
import { supportKindTexts } from "~/content/support-texts";
import type { ReviewedRequest } from "~/areas/console/read-support";
import { Instant } from "~/ui/console/instant";
import { RequestBadge } from "~/ui/console/request-badge";
import { consoleLink } from "~/ui/console/subject-link";
import { DefinitionRows } from "~/ui/definition-rows";

export function RequestRows({ request, nowMs }: { request: ReviewedRequest; nowMs: number }) {
  const { rows } = texts;
  return (
    <DefinitionRows
      rows={[
        { label: rows.state, value: <RequestBadge of={request} nowMs={nowMs} /> },
        { label: rows.about, value: supportKindTexts[request.kind] },
        { label: rows.from, value: <bdi>{request.name}</bdi> },
        ...(request.email === null ? [] : [{ label: rows.email, value: <bdi>{request.email}</bdi> }]),
        ...(request.phone === null ? [] : [{ label: rows.phone, value: <bdi>{request.phone}</bdi> }]),
        { label: rows.account, value: <Account {...request} /> },
        { label: rows.written, value: <Instant atMs={request.createdAtMs} /> },
        ...(request.closedAtMs === null ? [] : [{ label: rows.closed, value: <Instant atMs={request.closedAtMs} /> }]),
      ]}
    />
  );
}

/** A signed-in sender is who they say; an address alone can be typed by anyone. */
function Account({ userId, ownerOfAddress }: ReviewedRequest) {
  const id = userId ?? ownerOfAddress;
  if (id === null) return <>{texts.noAccount}</>;
  return (
    <>
      <a href={`${sectionHref("users")}/${id}`} className={consoleLink}>
        {id}
      </a>
      <span className="block text-xs font-normal text-peat-60">
        {userId === null ? texts.sameAddress : texts.signedIn}
      </span>
    </>
  );
}
