import type * as z from "zod";
import type { Session } from "~/core/session/session";
import { answer } from "./answer";
import { requireApiSession } from "./require-api-session";
import { type OwnId, readBody, readFields, readOwnId, refuseForeignId, refuseForeignIds } from "./fields";
import type { CallArgs, Endpoint, Method } from "./endpoint";

// A call is declared once. Every call checks in the same order: the session, whose data is meant, then the body.

type CallSpec<S extends z.ZodType | undefined> = {
  name: string;
  method: Method;
  path: string;
  body?: S;
  shape?: Endpoint["shape"];
};

export type Call = CallSpec<z.ZodType | undefined> & { respond: (args: CallArgs) => Promise<Response> };

export type HandlerArgs<S extends z.ZodType | undefined = undefined> = CallArgs & {
  body: S extends z.ZodType ? z.output<S> : undefined;
};
export type SessionHandlerArgs<S extends z.ZodType | undefined = undefined> = HandlerArgs<S> & { session: Session };

export function openCall<S extends z.ZodType | undefined = undefined>(
  spec: CallSpec<S> & { handle: (sent: HandlerArgs<S>) => Promise<object> },
): Call {
  return callOf(spec, async (args) => {
    const body = spec.body && readFields(spec.body, await readBody(args.request));
    return spec.handle({ ...args, body } as HandlerArgs<S>);
  });
}

/** A call that needs a session. With `ownId`, the request must name the viewer's own id there. */
export function call<S extends z.ZodType | undefined = undefined>(
  spec: CallSpec<S> & { ownId?: OwnId; handle: (sent: SessionHandlerArgs<S>) => Promise<object> },
): Call {
  const { ownId } = spec;
  return callOf(spec, async (args) => {
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

const callOf = (spec: CallSpec<z.ZodType | undefined>, handle: (args: CallArgs) => Promise<object>): Call => ({
  ...spec,
  respond: async (args) => {
    const handled = await handle(args);
    return handled instanceof Response ? handled : answer(handled);
  },
});
