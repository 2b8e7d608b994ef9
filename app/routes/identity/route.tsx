import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { IDENTITY_PATH, identityTexts } from "~/content/identity-texts";
import { described } from "~/content/page-titles";
import { readIdentity } from "~/areas/accounts/identity/read-identity";
import { lookAtIdentity, startIdentity } from "~/areas/accounts/identity/start-identity";
import { readForm } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { busyFormsScript } from "~/ui/busy-forms";
import { IdentityScreen } from "./screen";

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta: MetaFunction = () => described(identityTexts.title);

/** The form's own: sent twice it starts one check. */
const SESSION = /^ids_[a-z0-9]{10,40}$/;

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args;
  const view = await readIdentity(context, await requireSession(args));
  return json({ view, sessionId: context.newId("ids") });
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const form = await readForm(args.request);
  const session = await requireSession(args);
  const limited = withinLimit(context, session, "identity");
  if (form.get("intent") === "look") {
    await lookAtIdentity(context, limited);
    return redirect(IDENTITY_PATH, 303);
  }
  const sent = form.get("session");
  const sessionId = typeof sent === "string" && SESSION.test(sent) ? sent : context.newId("ids");
  const started = await startIdentity(context, { session, limited, sessionId });
  if (started.ok) return redirect(started.url, 303);
  if (started.code === "known") return redirect(IDENTITY_PATH, 303);
  return json({ error: started.code }, started.code === "unavailable" ? 503 : 409);
}

export default function Identity() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <IdentityScreen {...page} error={refused?.error ?? null} />;
}
