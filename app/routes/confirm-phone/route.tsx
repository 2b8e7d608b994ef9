import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-meta";
import { profileTexts } from "~/content/profile-texts";
import { confirmContact, readBegunChange } from "~/server/confirm-contact";
import { retryAfterOfAction } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { busyFormsScript } from "~/ui/app-script";
import { ConfirmContactScreen } from "~/ui/confirm-contact-screen";

const text = profileTexts.confirmPhone;

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta: MetaFunction = () => described(text.title);

export const headers: HeadersFunction = retryAfterOfAction;

export const loader = (args: LoaderFunctionArgs) => readBegunChange(args, "sms");

export const action = (args: ActionFunctionArgs) => confirmContact(args, "sms");

export default function ConfirmPhone() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const places = { action: "/confirm-phone", backHref: "/phone-number" };
  return (
    <ConfirmContactScreen
      {...page}
      {...places}
      title={text.title}
      alert={refused?.alert ?? null}
      typed={refused?.typed ?? ""}
    />
  );
}
