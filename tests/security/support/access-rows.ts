import type { Asker, Role, Things } from "./cast";
import { ROLES } from "./cast";

/** A status, where it leads, or 'provider' for the hosted checkout page. */
export type Answer = number | string;
export type Answers = Record<Role, Answer>;
export type Asked = { asker: Asker | null; things: Things };

export type Row = {
  /** The name of its file, as Remix reads it. */
  route: string;
  /** Of the JSON API, which has one file: the call's operationId. */
  call?: string;
  what?: string;
  method?: "GET" | "POST" | "PUT";
  path: (asked: Asked) => string;
  /** A form for pages, JSON for calls. */
  body?: (asked: Asked) => Record<string, unknown>;
  answers: Answers;
  /** What is different for those who come with a cookie and no token. */
  byCookie?: Partial<Answers>;
  /** Where an allowed request leaves a mark; elsewhere it must leave none. */
  writes?: readonly Role[];
};

export const LIVE: readonly Role[] = ["newcomer", "stranger", "operator", "owner"];
export const ALL: readonly Role[] = ROLES;

export const same = (answer: Answer): Answers =>
  Object.fromEntries(ROLES.map((role) => [role, answer])) as Record<Role, Answer>;

/** @param answer what those get who are signed in; exceptions by role */
export const signedIn = (answer: Answer, but: Partial<Answers> = {}): Answers => {
  const ended = "/#session-expired";
  return { ...same(answer), nobody: "/", suspended: ended, "signed out": ended, expired: ended, ...but };
};

export const caller = (answer: Answer, but: Partial<Answers> = {}): Answers => {
  return { ...same(answer), nobody: 401, suspended: 401, "signed out": 401, expired: 401, ...but };
};

/** Someone else's id is refused before the database is asked, so of ended sessions only an expired token is told apart. */
export const onlyOwner = (answer: Answer): Pick<Row, "answers" | "byCookie"> => ({
  answers: { ...same(403), nobody: 401, expired: 401, owner: answer },
  byCookie: { expired: 403 },
});
