import { inConsole, type Row } from "./access-rows";

// The console's pages of users, support and the search.

const at = (path: string) => () => path;
const userOf = ({ things }: { things: { ownerId: string } }) => `/operator/users/${things.ownerId}`;
const requestOf = ({ things }: { things: { requestId: string } }) => `/operator/support/${things.requestId}`;
const about = (what: string, fields: Record<string, string>): Row => ({
  route: "operator.users.$id",
  what,
  method: "POST",
  path: userOf,
  body: () => fields,
  answers: inConsole("/operator/users/OWNER", 403),
  writes: ["operator"],
});

const support = (what: string, fields: Record<string, string>): Row => ({
  route: "operator.support.$id",
  what,
  method: "POST",
  path: requestOf,
  body: () => fields,
  answers: inConsole("/operator/support/REQUEST", 403),
  writes: ["operator"],
});

export const CONSOLE_USER_ROWS: Row[] = [
  { route: "operator.$list", what: "users", path: at("/operator/users"), answers: inConsole(200, 200) },
  { route: "operator.users.$id", path: userOf, answers: inConsole(200, 200) },
  { route: "operator.users.$id", what: "unknown", path: at("/operator/users/usr_none"), answers: inConsole(404, 404) },
  about("named rightly", {
    intent: "name",
    full_name: "Owner Rightly",
    name_on_certificate: "",
    name_reason: "Misspelt.",
  }),
  {
    route: "operator.users.$id_.archive",
    path: (asked) => `${userOf(asked)}/archive`,
    answers: inConsole("/operator/users/OWNER", "/operator/users/OWNER"),
  },
  {
    ...about("whose data is taken", {}),
    route: "operator.users.$id_.archive",
    path: (asked) => `${userOf(asked)}/archive`,
    answers: inConsole(200, 403),
  },
  about("suspended", { intent: "suspend", reason: "A stolen card." }),
  about("signed out everywhere", { intent: "end-sessions" }),
  about("checked", { intent: "identity", outcome: "passed" }),
  { ...about("with nothing to lift", { intent: "lift" }), writes: undefined },
  { ...about("let in again", { intent: "restore" }), writes: undefined },
  { route: "operator.search", path: at("/operator/search?q=Nobody"), answers: inConsole(200, 200) },
  {
    route: "operator.search",
    what: "the owner's certificate",
    path: ({ things }) => `/operator/search?q=${things.certificateId}`,
    answers: inConsole("/operator/certificates/CERTIFICATE", "/operator/certificates/CERTIFICATE"),
  },
  { route: "operator.$list", what: "support", path: at("/operator/support"), answers: inConsole(200, 200) },
  { route: "operator.support.$id", path: requestOf, answers: inConsole(200, 200) },
  {
    route: "operator.support.$id",
    what: "unknown",
    path: at("/operator/support/sup_none"),
    answers: inConsole(404, 404),
  },
  support("answered", { intent: "answer", body: "Here it is." }),
  support("closed", { intent: "close" }),
];
