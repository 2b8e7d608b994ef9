import type { Asker, Cast, Role, Things } from "./cast";
import { ROLES } from "./cast";

/** A status, a redirect's target, or 'provider' for the hosted checkout page. */
export type Answer = number | string;
export type Answers = Record<Role, Answer>;
export type Asked = { asker: Asker | null; things: Things };

export type Row = {
  /** The name of its file, in Remix's spelling. */
  route: string;
  /** For the JSON API, which has one route file: the call's name. */
  call?: string;
  what?: string;
  method?: "GET" | "POST" | "PUT" | "DELETE";
  path: (asked: Asked) => string;
  /** A form for pages, JSON for calls. */
  body?: (asked: Asked) => Record<string, unknown>;
  answers: Answers;
  /** What differs for those who send a cookie and no token. */
  byCookie?: Partial<Answers>;
  /** The roles for which an allowed request writes to the database; for all others it must not. */
  writes?: readonly Role[];
  /** An account may send it only so often: each try is counted, also one that does nothing else. */
  counted?: true;
};

export const LIVE: readonly Role[] = ["newcomer", "stranger", "operator", "reader", "owner"];
export const ALL: readonly Role[] = ROLES;

export const same = (answer: Answer): Answers =>
  Object.fromEntries(ROLES.map((role) => [role, answer])) as Record<Role, Answer>;

/** An address or a value in which `{stakeId}` stands for the one of the cast, `{email}` and `{phone}` for new ones. */
const filledIn = (text: string, things: Things) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (name === "email") return `${crypto.randomUUID()}@example.com`;
    if (name === "phone") return `9${String(Math.floor(Math.random() * 1e9)).padStart(9, "0")}`;
    return things[name as keyof Things] ?? whole;
  });

export type More = Pick<Row, "what" | "byCookie" | "writes" | "counted">;

export const at =
  (path: string): Row["path"] =>
  ({ things }) =>
    filledIn(path, things);

export const read = (route: string, path: string, answers: Answers, more: More = {}): Row => ({
  route,
  path: at(path),
  answers,
  ...more,
});

/** A form. */
export const send = (
  route: string,
  path: string,
  body: Record<string, string>,
  answers: Answers,
  more: More = {},
): Row => ({
  route,
  method: "POST",
  path: at(path),
  answers,
  body: ({ things }) =>
    Object.fromEntries(Object.entries(body).map(([name, value]) => [name, filledIn(value, things)])),
  ...more,
});

/** @param answer what signed-in roles get; `but` lists exceptions by role */
export const signedIn = (answer: Answer, but: Partial<Answers> = {}): Answers => {
  const ended = "/#session-expired";
  return { ...same(answer), nobody: "/", suspended: "/#suspended", "signed out": ended, expired: ended, ...but };
};

export const caller = (answer: Answer, but: Partial<Answers> = {}): Answers => {
  return { ...same(answer), nobody: 401, suspended: 401, "signed out": 401, expired: 401, ...but };
};

/** The console: for everyone else it does not exist. An ended session is told so, as everywhere. */
export const inConsole = (operator: Answer, reader: Answer): Answers => ({
  ...signedIn(404),
  nobody: 404,
  operator,
  reader,
});

/**
 * Another user's id is refused before the database is queried, so of all ended sessions only an expired token is
 * reported as such.
 */
export const onlyOwner = (answer: Answer): Pick<Row, "answers" | "byCookie"> => ({
  answers: { ...same(403), nobody: 401, expired: 401, owner: answer },
  byCookie: { expired: 403 },
});

export type Way = "cookie" | "token";

export const isCall = ({ route }: Row) => route === "api.$";

/** The request of a row of the table of all requests, as this person sends it. */
export function requestInit(row: Row, cast: Cast, asker: Asker | null, way: Way): RequestInit {
  const method = row.method ?? "GET";
  const headers = new Headers({ "CF-Connecting-IP": `198.18.${Math.floor(Math.random() * 250)}.7` });
  if (asker && way === "cookie") headers.set("Cookie", asker.cookie);
  if (asker && way === "token") headers.set("Authorization", `Bearer ${asker.token}`);
  if (method === "GET") return { headers };
  const fields = row.body?.({ asker, things: cast.things }) ?? {};
  if (isCall(row) || row.route.startsWith("webhooks.")) return { method, headers, body: JSON.stringify(fields) };
  return { method, headers, body: new URLSearchParams(fields as Record<string, string>) };
}

export const titleOf = ({ route, call = route, what, method = "GET" }: Row) =>
  `${method} ${call}${what ? `: ${what}` : ""}`;

export const isRead = ({ method = "GET" }: Row) => method === "GET";
