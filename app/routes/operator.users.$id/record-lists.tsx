import { userTexts as texts } from "~/content/console-user-texts";
import type { UserReview } from "~/areas/console/read-user";
import { Badge } from "~/ui/badge";
import { Instant } from "~/ui/console/instant";
import { SubjectLink } from "~/ui/console/subject-link";
import { UserList } from "./user-list";

/** Where they are signed in, and what was done to the account. */
export function RecordLists({ sessions, log }: Pick<UserReview, "sessions" | "log">) {
  const { lists, session, sessionKinds, sessionStates, logEntry } = texts;
  return (
    <>
      <UserList
        id="sessions"
        label={lists.sessions}
        rows={sessions}
        keyOf={(row) => `${row.createdAtMs} ${row.expiresAtMs} ${row.provedAtMs}`}
        columns={[
          { label: session.began, cell: (row) => <Instant atMs={row.createdAtMs} /> },
          { label: session.proved, cell: (row) => <Instant atMs={row.provedAtMs} /> },
          { label: session.ends, cell: (row) => <Instant atMs={row.expiresAtMs} /> },
          { label: session.kind, cell: (row) => (row.byToken ? sessionKinds.token : sessionKinds.page) },
          {
            label: session.state,
            cell: (row) => (
              <Badge tone={row.live ? "gain" : "neutral"}>{row.live ? sessionStates.live : sessionStates.over}</Badge>
            ),
          },
        ]}
      />
      <UserList
        id="log"
        label={lists.log}
        rows={log}
        keyOf={(row) => row.id}
        columns={[
          { label: logEntry.when, cell: (row) => <Instant atMs={row.createdAtMs} /> },
          { label: logEntry.who, cell: (row) => <SubjectLink subject={row.actor} /> },
          { label: logEntry.what, cell: (row) => row.action },
          { label: logEntry.detail, cell: (row) => row.detail ?? "" },
        ]}
      />
    </>
  );
}
