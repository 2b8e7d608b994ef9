import type * as z from "zod";
import type { Session } from "~/core/session/session";
import { answer, type Problem, problemSchema } from "./answer";
import { requireApiSession } from "./require-api-session";
import { type OwnId, readBody, readFields, readOwnId, refuseForeignId, refuseForeignIds } from "./fields";
import type { CallArgs, Endpoint, Method } from "./endpoint";

// A call is declared once: what the OpenAPI document says about it, and what it does. Every call checks in the same order:
// the session, whose data is meant, then the body.

export type Call = {
  operationId: string;
  method: Method;
  path: string;
  summary: string;
  signedIn: boolean;
  query: QueryField[];
  body: z.ZodType | undefined;
  answer: z.ZodType;
  problem: z.ZodType;
  shape: Endpoint["shape"];
  errors: number[];
  respond: (args: CallArgs) => Promise<Response>;
};

type QueryField = { name: string; required: boolean; description: string };

export type HandlerArgs<S extends z.ZodType | undefined = undefined> = CallArgs & {
  body: S extends z.ZodType ? z.output<S> : undefined;
};
export type SessionHandlerArgs<S extends z.ZodType | undefined = undefined> = HandlerArgs<S> & { session: Session };

type CallSpec<S extends z.ZodType | undefined, A extends object> = {
  operationId: string;
  method: Method;
  path: string;
  summary: string;
  query?: QueryField[];
  body?: S;
  answer: z.ZodType<A>;
  problem?: { schema: z.ZodType; shape: (problem: Problem) => object };
  errors?: readonly number[];
};

type Handled<A extends object> = Promise<A | Response>;

export function openCall<A extends object, S extends z.ZodType | undefined = undefined>(
  spec: CallSpec<S, A> & { handle: (sent: HandlerArgs<S>) => Handled<A> },
): Call {
  return callOf(spec, false, async (args) => {
    const body = spec.body && readFields(spec.body, await readBody(args.request));
    return spec.handle({ ...args, body } as HandlerArgs<S>);
  });
}

/** A call that needs a session. With `ownId`, the request must name the viewer's own id there. */
export function call<A extends object, S extends z.ZodType | undefined = undefined>(
  spec: CallSpec<S, A> & { ownId?: OwnId; handle: (sent: SessionHandlerArgs<S>) => Handled<A> },
): Call {
  const { ownId } = spec;
  const own = ownId?.in === "query" && { name: ownId.name, required: true, description: "The caller's own id" };
  const query = [...(own ? [own] : []), ...(spec.query ?? [])];
  return callOf({ ...spec, query }, true, async (args) => {
    const session = await requireApiSession(args);
    if (ownId?.in === "path") refuseForeignId(session, args.params[ownId.name], ownId.name);
    if (ownId?.in === "query") readOwnId(session, args.request, ownId.name);
    const sent = spec.body && (await readBody(args.request));
    const query = new URL(args.request.url).searchParams;
    refuseForeignIds(session, { query, body: sent, ofUser: ownId !== undefined });
    const body = spec.body && readFields(spec.body, sent);
    return spec.handle({ ...args, session, body } as SessionHandlerArgs<S>);
  });
}

function callOf<A extends object>(
  spec: CallSpec<z.ZodType | undefined, A>,
  signedIn: boolean,
  handle: (args: CallArgs) => Handled<A>,
): Call {
  const { operationId, method, path, summary, query = [], body, errors = [] } = spec;
  const all = new Set([...errors, ...(signedIn ? [401, 403] : []), ...(body ? [400, 413] : []), 500, 503]);
  return {
    operationId,
    method,
    path,
    summary,
    signedIn,
    query,
    body,
    answer: spec.answer,
    problem: spec.problem?.schema ?? problemSchema,
    shape: spec.problem?.shape,
    errors: [...all].sort((a, b) => a - b),
    respond: async (args) => {
      const handled = await handle(args);
      return handled instanceof Response ? handled : answer(handled);
    },
  };
}
