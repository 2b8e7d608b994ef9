import type * as z from "zod";
import type { Session } from "~/features/session/session";
import { answer, type Problem, problemSchema } from "./answer";
import { requireApiSession } from "./caller";
import { fieldOf, type OwnId, readBody, readFields, readOwnId, refuseForeignId } from "./fields";
import type { Asked, Method, Place } from "./place";

// A call is written down once: what the OpenAPI document tells of it, and what it does. The order is the same for all: who
// calls, whose things are meant, what was sent.

export type Call = {
  operationId: string;
  method: Method;
  /** '/api/users/{id}' */
  path: string;
  summary: string;
  /** Needs a token or the cookie. */
  signedIn: boolean;
  query: QueryField[];
  body: z.ZodType | undefined;
  answer: z.ZodType;
  /** What an error looks like; the same for nearly all. */
  problem: z.ZodType;
  shape: Place["shape"];
  errors: number[];
  respond: (asked: Asked) => Promise<Response>;
};

type QueryField = { name: string; required: boolean; description: string };

/** What a handler is given; `S` is the schema of the body. */
export type Sent<S extends z.ZodType | undefined = undefined> = Asked & {
  body: S extends z.ZodType ? z.output<S> : undefined;
};
export type SentBy<S extends z.ZodType | undefined = undefined> = Sent<S> & { session: Session };

type Told<S extends z.ZodType | undefined, A extends object> = {
  operationId: string;
  method: Method;
  path: string;
  summary: string;
  query?: QueryField[];
  body?: S;
  answer: z.ZodType<A>;
  /** Of errors that look unlike those of the other calls. */
  problem?: { schema: z.ZodType; shape: (told: Problem) => object };
  /** Besides those that follow from the rest. */
  errors?: number[];
};

type Handled<A extends object> = Promise<A | Response>;

/** For everyone. */
export function openCall<A extends object, S extends z.ZodType | undefined = undefined>(
  told: Told<S, A> & { handle: (sent: Sent<S>) => Handled<A> },
): Call {
  return callOf(told, false, async (asked) => {
    const body = told.body && readFields(told.body, await readBody(asked.request));
    return told.handle({ ...asked, body } as Sent<S>);
  });
}

/** For those who are signed in. With `ownId`, for their own things only. */
export function call<A extends object, S extends z.ZodType | undefined = undefined>(
  told: Told<S, A> & { ownId?: OwnId; handle: (sent: SentBy<S>) => Handled<A> },
): Call {
  const { ownId } = told;
  const own = ownId?.in === "query" && { name: ownId.name, required: true, description: "The caller's own id" };
  const query = [...(own ? [own] : []), ...(told.query ?? [])];
  return callOf({ ...told, query }, true, async (asked) => {
    const session = await requireApiSession(asked);
    if (ownId?.in === "path") refuseForeignId(session, asked.params[ownId.name], ownId.name);
    if (ownId?.in === "query") readOwnId(session, asked.request, ownId.name);
    const sent = told.body && (await readBody(asked.request));
    if (ownId?.in === "body") refuseForeignId(session, fieldOf(sent, ownId.name), ownId.name);
    const body = told.body && readFields(told.body, sent);
    return told.handle({ ...asked, session, body } as SentBy<S>);
  });
}

function callOf<A extends object>(
  told: Told<z.ZodType | undefined, A>,
  signedIn: boolean,
  handle: (asked: Asked) => Handled<A>,
): Call {
  const { operationId, method, path, summary, query = [], body, errors = [] } = told;
  const all = new Set([...errors, ...(signedIn ? [401] : []), ...(body ? [400, 413] : []), 500, 503]);
  return {
    ...{ operationId, method, path, summary, signedIn, query, body, answer: told.answer },
    problem: told.problem?.schema ?? problemSchema,
    shape: told.problem?.shape,
    errors: [...all].sort((a, b) => a - b),
    respond: async (asked) => {
      const handled = await handle(asked);
      return handled instanceof Response ? handled : answer(handled);
    },
  };
}
