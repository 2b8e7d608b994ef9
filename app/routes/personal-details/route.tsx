import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hasOtherLetters } from "~/areas/accounts/profile/personal-details";
import { type PersonalValues, readPersonal, readPersonalDetails } from "~/areas/accounts/profile/personal-details";
import { type SavedPersonal, savePersonalDetails } from "~/areas/accounts/profile/save-personal-details";
import { messages } from "~/content/messages";
import { nameTexts, profileTexts } from "~/content/profile-texts";
import { described } from "~/content/page-meta";
import { codeFirst } from "~/server/code-first";
import { startContactChange } from "~/server/contact-change";
import { explainCode } from "~/server/explain-code";
import { readForm, retryAfterOfAction } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { setToast } from "~/server/toast";
import { notSaved } from "~/server/too-many";
import { Button } from "~/ui/button";
import { ErrorSummary, errorsInOrder } from "~/ui/error-summary";
import { Field, TextField } from "~/ui/field";
import { Page, PageTitle } from "~/ui/page";

const ORDER = ["full_name", "name_on_certificate", "email", "address"] as const;
type FieldName = (typeof ORDER)[number];

export const handle: PageHandle = { investor: "account" };

export const meta = () => described("Personal details");

export const headers = retryAfterOfAction;

export async function loader(args: LoaderFunctionArgs) {
  const personal = await readPersonalDetails(args.context, await requireSession(args));
  const { fullName, nameOnCertificate } = { nameOnCertificate: null, ...personal, fullName: personal?.fullName ?? "" };
  return json({
    hasEmail: Boolean(personal?.email),
    values: {
      full_name: fullName,
      name_on_certificate: nameOnCertificate === fullName ? "" : (nameOnCertificate ?? ""),
      email: personal?.email ?? "",
      address: personal?.address ?? "",
    },
    asksLatinName: hasOtherLetters(fullName),
  });
}

type Refused = { values: Partial<PersonalValues>; errors: Partial<Record<FieldName, string>>; alert: string | null };

const refuse = (refused: Refused, status: number, headers: Record<string, string> = {}) =>
  json<Refused>(refused, { status, headers });

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const read = readPersonal({ name_on_certificate: "", ...Object.fromEntries(await readForm(args.request)) });
  if (!read.ok) {
    const alert = messages.userUpdateFailed(profileTexts.checkFields);
    return refuse({ values: read.typed, errors: read.errors, alert }, 400);
  }
  const sent = read.values;
  try {
    const session = await requireSession(args);
    const saved = await savePersonalDetails(context, withinLimit(context, session, "personal-details"), {
      sent,
      otherEmail: "save-the-rest",
    });
    if (saved.email.kind === "changed") return await beginEmailChange(args, saved, saved.email.email, sent);
    if (saved.email.kind === "removed") {
      const alert = messages.userUpdateFailed(profileTexts.emailKept);
      return refuse({ values: sent, errors: { email: profileTexts.emailKept }, alert }, 400);
    }
    return redirect("/settings", {
      status: 303,
      headers: { "Set-Cookie": await setToast(context.config, "user-updated") },
    });
  } catch (error) {
    const { alert, init } = notSaved(context, error);
    return json<Refused>({ values: sent, errors: {}, alert }, init);
  }
}

async function beginEmailChange(
  args: ActionFunctionArgs,
  { viewer, nowMs }: SavedPersonal,
  email: string,
  values: Partial<PersonalValues>,
) {
  // A stolen session must not be enough to move the account to the thief's email address.
  if (!viewer.fresh) return codeFirst(args, "/confirm-code?to=/personal-details");
  const started = await startContactChange(args, viewer.id, { channel: "email", value: email });
  if (!started.ok) {
    const { text, status, headers } = explainCode(started.failure, "send", nowMs);
    return refuse({ values, errors: { email: text }, alert: profileTexts.restSaved(text) }, status, headers);
  }
  return redirect("/confirm-contact", { status: 303, headers: { "Set-Cookie": started.cookie } });
}

export default function PersonalDetails() {
  const { hasEmail, ...page } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { errors, alert } = refused ?? { errors: {} as Refused["errors"], alert: null };
  const values = { ...page.values, ...refused?.values };
  const asksLatinName =
    page.asksLatinName || Boolean(errors.name_on_certificate ?? refused?.values.name_on_certificate);
  const { list, of } = errorsInOrder(ORDER, errors);
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle>Personal details</PageTitle>
      <ErrorSummary message={alert} errors={list} />
      <form method="post" action="/personal-details" noValidate className="flex flex-col gap-4">
        <Field
          {...of("full_name")}
          label={profileTexts.labels.full_name}
          autoComplete="name"
          maxLength={120}
          placeholder={profileTexts.add.full_name}
          defaultValue={values.full_name}
        />
        {asksLatinName && (
          <Field
            {...of("name_on_certificate")}
            label={nameTexts.label}
            hint={nameTexts.hint}
            maxLength={120}
            defaultValue={values.name_on_certificate}
          />
        )}
        <Field
          {...of("email")}
          label={profileTexts.labels.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          placeholder={profileTexts.add.email}
          hint={
            hasEmail
              ? "A new address is used once you have entered the code we send there."
              : "We send a code there. You can then log in with it, too."
          }
          defaultValue={values.email}
        />
        <TextField
          {...of("address")}
          label={profileTexts.labels.address}
          autoComplete="street-address"
          maxLength={500}
          placeholder={profileTexts.add.address}
          hint="Include the PIN code."
          defaultValue={values.address}
        />
        <Button busy="Saving…">Save</Button>
      </form>
    </Page>
  );
}
