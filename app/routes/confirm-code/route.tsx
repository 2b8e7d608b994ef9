import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-meta";
import { profileTexts } from "~/content/profile-texts";
import { addressTag } from "~/areas/accounts/login/login-deps";
import { confirmStepOf } from "~/areas/accounts/login/login-goals";
import { hashAddress } from "~/areas/accounts/login/login-limits";
import { type LoginAddress, maskAddress } from "~/areas/accounts/login/read-address";
import { startLogin } from "~/areas/accounts/login/start-login";
import { readSignedIn } from "~/core/session/read-signed-in";
import type { Viewer } from "~/core/session/viewer";
import { askerOf } from "~/server/browser-cookie";
import { carried, carry } from "~/server/carry";
import { explainCode } from "~/server/explain-code";
import { loginCookie } from "~/server/login-cookie";
import { loginDeps } from "~/server/login-deps";
import { retryAfterOfAction } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { takeToast } from "~/server/toast";
import { busyFormsScript } from "~/ui/app-script";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Page, PageTitle } from "~/ui/page";

// Sending takes a button, so that a prefetched link never sends a code.

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta = () => described(profileTexts.confirmTitle);

export const headers = retryAfterOfAction;

const stepOf = (request: Request) => confirmStepOf(new URL(request.url).searchParams);

export async function loader(args: LoaderFunctionArgs) {
  const { goal, back, href } = stepOf(args.request);
  const { context, request } = args;
  const sent = carried<Viewer>(context);
  const viewer = sent ?? (await readSignedIn(await requireSession(args))).viewer;
  if (!sent && viewer.fresh) throw redirect(goal);
  const [{ setCookie }, message] = await Promise.all([askerOf(args), takeToast(context.config, request)]);
  const headers = new Headers();
  for (const cookie of [setCookie, message?.clear]) if (cookie) headers.append("Set-Cookie", cookie);
  const destination = maskAddress(addressOf(viewer));
  return json({ href, destination, backHref: back, toast: message?.toast ?? null }, { headers });
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const { goal } = stepOf(args.request);
  const { viewer, nowMs } = await readSignedIn(await requireSession(args));
  carry(context, viewer);
  const address = addressOf(viewer);
  const deps = loginDeps(context);
  const { asker, setCookie } = await askerOf(args);
  // A logged-in visitor has proved the address, in whatever browser.
  const known = [addressTag(await hashAddress(deps, address))];
  const started = await startLogin(deps, {
    address,
    mode: "login",
    ref: null,
    goal,
    purpose: "confirm",
    asker: { ...asker, userId: viewer.id, known },
    ticket: null,
  });
  if (!started.ok) {
    const { text, status, headers } = explainCode(started.failure, "send", nowMs);
    return json({ alert: text }, { status, headers });
  }
  const headers = new Headers({ "Set-Cookie": await loginCookie(context.config).serialize(started.flowId) });
  if (setCookie) headers.append("Set-Cookie", setCookie);
  return redirect("/enter-OTP", { status: 303, headers });
}

function addressOf({ email, phone }: Viewer): LoginAddress {
  return email !== null ? { channel: "email", value: email } : { channel: "sms", value: phone ?? "" };
}

export default function ConfirmCode() {
  const { href, destination, backHref, toast } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Page top={{ back: { href: backHref } }}>
      <PageTitle lead="Before bank details are shown or money is sent, we ask for a code. It proves that it is you.">
        {profileTexts.confirmTitle}
      </PageTitle>
      <ErrorSummary message={refused?.alert ?? toast?.text} />
      <form method="post" action={href} className="flex flex-col gap-4">
        <p>{`We send a 6-digit code to ${destination}.`}</p>
        <Button busy="Sending…">Send code</Button>
      </form>
    </Page>
  );
}
