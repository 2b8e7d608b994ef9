import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-meta";
import { CODE_LIFE_MINUTES } from "~/domain/code-life";
import { confirmContact, readBegunChange } from "~/server/contact-change";
import { retryAfterOfAction } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { busyFormsScript } from "~/ui/app-script";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Page, PageTitle } from "~/ui/page";

const titles = { email: "Confirm your email address", sms: "Confirm your phone number" };

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta: MetaFunction<typeof loader> = ({ data }) => described(titles[data?.channel ?? "email"]);

export const headers = retryAfterOfAction;

export async function loader(args: LoaderFunctionArgs) {
  const { to, channel, form } = await readBegunChange(args);
  return json({ destination: to, channel, backHref: form });
}

export const action = (args: ActionFunctionArgs) => confirmContact(args);

export default function ConfirmContact() {
  const { destination, channel, backHref } = useLoaderData<typeof loader>();
  const { alert = null, typed = "" } = useActionData<typeof action>() ?? {};
  return (
    <Page top={{ back: { href: backHref } }}>
      <PageTitle lead={`The 6 digit number sent to ${destination}. It is valid for ${CODE_LIFE_MINUTES} minutes.`}>
        {titles[channel]}
      </PageTitle>
      <form method="post" action="/confirm-contact" noValidate autoComplete="off" className="flex flex-col gap-4">
        <input type="hidden" name="intent" value="verify" />
        <Field
          name="otp"
          label="Enter OTP"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={200}
          defaultValue={typed}
          error={alert ?? undefined}
          startHere={alert !== null}
        />
        <Button busy="Checking…">Verify</Button>
      </form>
      <form method="post" action="/confirm-contact">
        <input type="hidden" name="intent" value="resend" />
        <Button look="quiet" busy="Sending…">
          Resend OTP
        </Button>
      </form>
    </Page>
  );
}
