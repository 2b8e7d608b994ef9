import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { userTexts as texts } from "~/content/console-user-texts";
import { described } from "~/content/page-titles";
import { listUsers, readUserFilter, USER_FILTERS, type UserFilter } from "~/areas/console/list-users";
import { readAfter } from "~/core/lists/keyset-page";
import { shownContact } from "~/areas/console/shown-contact";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { consoleKeysScript } from "~/ui/console/console-keys";
import { ConsolePage } from "~/ui/console/console-page";
import { Filters } from "~/ui/console/filters";
import { PageLinks } from "~/ui/console/page-links";
import { UsersTable } from "./users-table";

export const handle: PageHandle = { console: true, inlineScript: consoleKeysScript };

export const meta: MetaFunction = () => described(sectionTitles.users);

const BASE = sectionHref("users");
const hrefOf = (filter: UserFilter) => (filter === "all" ? BASE : `${BASE}?state=${filter}`);

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const filter = readUserFilter(searchParams.get("state"));
  const after = searchParams.get("after");
  const { frame, result } = await readConsole(args, "users", () =>
    listUsers(args.context.db, { filter, after: readAfter(after) }),
  );
  const rows = result.rows.map((row) => ({ ...row, ...shownContact(row, frame.mayChange) }));
  return json({ frame: frameProps(frame), filter, isFirst: after === null, rows, next: result.next });
}

export default function Users() {
  const { frame, filter, rows, next, isFirst } = useLoaderData<typeof loader>();
  const filters = USER_FILTERS.map((one) => ({
    href: hrefOf(one),
    label: texts.filters[one],
    current: one === filter,
  }));
  return (
    <ConsolePage {...frame} title={sectionTitles.users}>
      <Filters label={texts.filterLabel} filters={filters} />
      <UsersTable rows={rows} filter={filter} />
      <PageLinks base={hrefOf(filter)} next={next} isFirst={isFirst} csv />
    </ConsolePage>
  );
}
