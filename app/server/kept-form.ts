import { redirect } from "@remix-run/cloudflare";
import { KEPT_FOR_CODE_MS, type KeptFields, saveKeptForm, type SealedForm, sealForm } from "~/core/kept-form/kept-form";
import type { Session } from "~/core/session/session";
import type { RequestContext } from "./context";
import { keyedHash } from "./keyed-hash";
import { newSessionId } from "./session/cookie";
import { withinLimit } from "./session/within-limit";
import { signedCookie } from "./signed-cookie";

// The browser's half of a kept form: a cookie that names it, one for each form.

type Keep = { form: string; userId: string | null; fields: KeptFields; lifeMs: number };

/** What to write, and the Set-Cookie value that finds it again; null where the fields are too large to keep. */
export async function keepForm(
  context: RequestContext,
  { form, userId, fields, lifeMs }: Keep,
): Promise<{ sealed: SealedForm; cookie: string } | null> {
  const id = newSessionId();
  const idHash = await hashOf(context, id);
  const untilMs = context.nowMs() + lifeMs;
  const sealed = await sealForm(context, { form, userId, idHash, fields, untilMs });
  return sealed && { sealed, cookie: await cookieOf(context, form, lifeMs).serialize(id) };
}

/** On to another page, such as the one that asks for a code; the form finds what was typed when it is back. One round trip. */
export async function keepAndGo(
  context: RequestContext,
  session: Session,
  { form, fields, location }: { form: string; fields: KeptFields; location: string },
) {
  const { userId } = session.claim;
  const kept = await keepForm(context, { form, userId, fields, lifeMs: KEPT_FOR_CODE_MS });
  if (kept) await saveKeptForm(context, withinLimit(context, session, "kept-forms"), kept.sealed);
  return redirect(location, { status: 303, headers: kept ? { "Set-Cookie": kept.cookie } : {} });
}

/** Which kept form the browser names; null without a cookie of ours. Whether it is still kept, D1 knows. */
export async function keptFormId(context: RequestContext, request: Request, form: string): Promise<string | null> {
  const id: unknown = await cookieOf(context, form, 0).parse(request.headers.get("Cookie"));
  return typeof id === "string" && id !== "" ? hashOf(context, id) : null;
}

/** Set-Cookie value for the answer that has taken the form. */
export async function endKeptForm(context: RequestContext, form: string): Promise<string> {
  return cookieOf(context, form, 0).serialize("", { maxAge: 0 });
}

const hashOf = ({ config }: RequestContext, id: string) => keyedHash(config.SESSION_SECRET, `kept-form:${id}`);

const cookieOf = ({ config }: RequestContext, form: string, lifeMs: number) =>
  signedCookie(config, `kept-${form}`, Math.ceil(lifeMs / 1000));
