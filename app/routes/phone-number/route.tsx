import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-meta";
import { profileTexts } from "~/content/profile-texts";
import { indianMobile } from "~/areas/accounts/login/read-address";
import { nationalNumber } from "~/areas/accounts/profile/read-settings";
import { readSignedIn } from "~/core/session/read-signed-in";
import type { Viewer } from "~/core/session/viewer";
import { carried, carry } from "~/server/carry";
import { codeFirst } from "~/server/code-first";
import { startContactChange } from "~/server/contact-change";
import { explainCode } from "~/server/explain-code";
import { readForm, retryAfterOfAction } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { busyFormsScript } from "~/ui/app-script";
import { getStartedTexts } from "~/content/messages";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Page, PageTitle } from "~/ui/page";

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta = () => described("Phone number");

export const headers = retryAfterOfAction;

const CONFIRM = "/confirm-code?to=/phone-number";

type Seen = { viewer: Viewer; nowMs: number };

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = carried<Seen>(args.context) ?? (await readSignedIn(await requireSession(args)));
  if (!viewer.fresh) throw await codeFirst(args, CONFIRM);
  return json({ saved: nationalNumber(viewer.phone) });
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const sent = (await readForm(args.request)).get("phone_number");
  const typed = typeof sent === "string" ? sent.slice(0, 40) : "";
  const { viewer, nowMs } = await readSignedIn(await requireSession(args));
  carry(context, { viewer, nowMs } satisfies Seen);
  const refuse = (error: string, status: number, headers: Record<string, string> = {}) =>
    json({ typed, error }, { status, headers });
  const read = indianMobile.safeParse(typed);
  if (!read.success) return refuse(read.error.issues[0]?.message ?? profileTexts.checkFields, 400);
  if (read.data === viewer.phone) return redirect("/settings", 303);
  // A stolen session must not be enough to move the account to the thief's number.
  if (!viewer.fresh) return codeFirst(args, CONFIRM);
  const started = await startContactChange(args, viewer.id, { channel: "sms", value: read.data });
  if (!started.ok) {
    const { text, status, headers } = explainCode(started.failure, "send", nowMs);
    return refuse(text, status, headers);
  }
  return redirect("/confirm-contact", { status: 303, headers: { "Set-Cookie": started.cookie } });
}

export default function PhoneNumber() {
  const { saved } = useLoaderData<typeof loader>();
  const { typed, error } = useActionData<typeof action>() ?? { typed: saved, error: null };
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle
        lead={
          saved
            ? "A new number is used once you have entered the code we send there."
            : "We send a code to the number. You can then log in with it, too."
        }
      >
        Phone number
      </PageTitle>
      <form method="post" action="/phone-number" noValidate className="flex flex-col gap-4">
        <Field
          name="phone_number"
          label={getStartedTexts.phone}
          hint={getStartedTexts.phoneHint}
          prefix="+91"
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={40}
          defaultValue={typed}
          error={error ?? undefined}
          startHere={error !== null}
        />
        <Button>Send code by text message</Button>
      </form>
    </Page>
  );
}
