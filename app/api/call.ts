import type * as z from "zod";
import type { Session } from "~/features/session/session";
import { answer, type Problem, problemSchema } from "./answer";
import { requireApiSession } from "./caller";
import { fieldOf, type OwnId, readBody, readFields, readOwnId, refuseForeignId } from "./fields";
import type { Asked, Method, Place } from "./place";

// A call is declared once: what the OpenAPI document says about it, and what it does. Every call checks in the same order:
// the session, whose data is meant, then the body.

export type Call = {
  operationId: string;
  method: Method;
  /** '/api/users/{id}' */
  path: string;
  summary: string;
  /** Requires a token or the session cookie. */
  signedIn: boolean;
  query: QueryField[];
  body: z.ZodType | undefined;
  answer: z.ZodType;
  /** The schema of an error; the same for nearly every call. */
  problem: z.ZodType;
  shape: Place["shape"];
  errors: number[];
  respond: (asked: Asked) => Promise<Response>;
};

type QueryField = { name: string; required: boolean; description: string };

/** What a handler receives; `S` is the schema of the body. */
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
  /** For calls whose errors look different from the rest. */
  problem?: { schema: z.ZodType; shape: (told: Problem) => object };
  /** In addition to those implied by the other fields. */
  errors?: number[];
};

type Handled<A extends object> = Promise<A | Response>;

/** A call that needs no session. */
export function openCall<A extends object, S extends z.ZodType | undefined = undefined>(
  told: Told<S, A> & { handle: (sent: Sent<S>) => Handled<A> },
): Call {
  return callOf(told, false, async (asked) => {
    const body = told.body && readFields(told.body, await readBody(asked.request));
    return told.handle({ ...asked, body } as Sent<S>);
  });
}

/** A call that needs a session. With `ownId`, the request must name the viewer's own id there. */
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
