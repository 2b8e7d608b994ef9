import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type IdentityView, readIdentity } from "~/areas/accounts/identity/read-identity";
import { lookAtIdentity, startIdentity } from "~/areas/accounts/identity/start-identity";
import { IDENTITY_PATH, identityLead, identityTexts as texts } from "~/content/identity-texts";
import { described } from "~/content/page-meta";
import { readForm } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { busyFormsScript } from "~/ui/app-script";
import { Button, ButtonLink } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { BulletList } from "~/ui/steps";

function ToDo({ state, sessionId }: { state: IdentityView["state"]; sessionId: string }) {
  return (
    <div className="flex flex-col gap-4">
      {state !== null && <p className="rounded-md bg-amber-soft p-3">{texts.states[state]}</p>}
      {state === "started" && (
        <form method="post">
          <input type="hidden" name="intent" value="look" />
          <Button look="secondary">Ask for the result now</Button>
        </form>
      )}
      {state !== "verified" && (
        <form method="post">
          <input type="hidden" name="session" value={sessionId} />
          <Button look={state === "started" ? "secondary" : "primary"}>
            {state === null ? "Start the identity check" : "Try the identity check again"}
          </Button>
        </form>
      )}
    </div>
  );
}

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta: MetaFunction = () => described(texts.title);

/** The form's own id: sent twice, it starts one check. */
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
  const { view, sessionId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { isKnown, state } = view;
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle lead={identityLead(view.firstAboveCents, view.totalAboveCents)}>{texts.title}</PageTitle>
      <ErrorSummary message={refused && texts.errors[refused.error]} />
      {isKnown ? (
        <p className="font-semibold">Your identity is confirmed. There is nothing to do.</p>
      ) : (
        <ToDo state={state} sessionId={sessionId} />
      )}
      <Panel title="Why, how long, and meanwhile">
        <BulletList items={texts.facts.items} />
      </Panel>
      {!isKnown && (
        <Panel title="If it does not work for you">
          <p className="mb-3">
            The provider does not know the documents of every country. Write to us, and our team will check yours by
            hand, which takes a few working days.
          </p>
          <ButtonLink href="/customer-support" look="secondary">
            Write to us
          </ButtonLink>
        </Panel>
      )}
    </Page>
  );
}
