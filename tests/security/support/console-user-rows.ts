import { inConsole, type Row } from "./access-rows";

// The console's pages of users, support and the search.

const at = (path: string) => () => path;
const userOf = ({ things }: { things: { ownerId: string } }) => `/operator/users/${things.ownerId}`;
const about = (what: string, fields: Record<string, string>): Row => ({
  route: "operator.users.$id",
  what,
  method: "POST",
  path: userOf,
  body: () => fields,
  answers: inConsole("/operator/users/OWNER", 403),
  writes: ["operator"],
});

export const CONSOLE_USER_ROWS: Row[] = [
  { route: "operator.users._index", path: at("/operator/users"), answers: inConsole(200, 200) },
  { route: "operator.users.$id", path: userOf, answers: inConsole(200, 200) },
  { route: "operator.users.$id", what: "unknown", path: at("/operator/users/usr_none"), answers: inConsole(404, 404) },
  about("suspended", { intent: "suspend", reason: "A stolen card." }),
  about("signed out everywhere", { intent: "end-sessions" }),
  about("checked", { intent: "identity", outcome: "passed" }),
  { ...about("with nothing to lift", { intent: "lift" }), writes: undefined },
  { ...about("let in again", { intent: "restore" }), writes: undefined },
];
