import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { askSupport } from "~/areas/support/ask-support";
import { readSupport, sentNumber, type SupportTyped } from "~/areas/support/support-form";
import { company, supportLink } from "~/content/company";
import { customerSupport } from "~/content/legal-support";
import { publicPageMeta } from "~/content/page-meta";
import { TIMES_PATH } from "~/content/page-paths";
import { supportKindTexts, supportTexts, supportTexts as texts } from "~/content/support-texts";
import { groupCode } from "~/domain/certificate-code";
import { readForm, retryAfter, retryAfterOfAction } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { readSessionCookie } from "~/server/session/cookie";
import { busyFormsScript } from "~/ui/app-script";
import { Button } from "~/ui/button";
import { ErrorSummary, errorsInOrder } from "~/ui/error-summary";
import { Field, SelectField, TextField } from "~/ui/field";
import { LegalPage } from "~/ui/legal-page";

type Refused = { typed: SupportTyped; errors: Partial<SupportTyped>; message: string | null };

// With a query, so that what was refused is shown by the Worker: without one the page is a file.
const SEND = "/customer-support?to=send";
const ORDER = ["name", "contact", "kind", "message"] as const;
const kinds = Object.entries(supportKindTexts)
  .filter(([value]) => value !== "cancellation")
  .map(([value, label]) => ({ value, label }));

function SupportForm({ refused }: { refused: Refused | null }) {
  const { list, of } = errorsInOrder(ORDER, refused?.errors ?? {});
  const typed = (name: keyof SupportTyped) => refused?.typed[name] ?? "";
  return (
    <section
      id="write"
      aria-labelledby="write-title"
      className="flex flex-col gap-4 rounded-md bg-paper p-4 text-peat [&_:focus-visible]:outline-copper!"
    >
      <h2 id="write-title" className="display text-lg">
        Write to us here
      </h2>
      <ErrorSummary message={refused?.message} errors={list} />
      <form method="post" action={SEND} noValidate className="flex flex-col gap-4">
        <Field
          {...of("name")}
          label="Your name"
          autoComplete="name"
          maxLength={100}
          required
          defaultValue={typed("name")}
        />
        <Field
          {...of("contact")}
          label="Email or phone number for our answer"
          hint="If you have an account, use the one you log in with. If you give a phone number, we text you when an answer is waiting."
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          required
          defaultValue={typed("contact")}
        />
        <SelectField {...of("kind")} label="What it is about" options={kinds} chosen={typed("kind")} />
        <TextField
          {...of("message")}
          label="Your message"
          hint="Never a login code, a card number or a bank account number."
          rows={6}
          required
          defaultValue={typed("message")}
        />
        <Button>Send</Button>
      </form>
    </section>
  );
}

function SupportSent({ number }: { number: string }) {
  return (
    <section role="status" className="flex flex-col gap-2 rounded-md bg-paper p-4 text-peat">
      <h2 className="display text-lg">We have your request</h2>
      <p className="text-lg font-semibold">{texts.sent(number)}</p>
      <p>
        Mention it if you write again. If you gave an email address, we also send the number there, up to five times a
        day.
      </p>
      <p>
        <a href="/notices" className="inline-flex min-h-11 items-center underline underline-offset-4">
          If you are logged in, you can read it and our answer in your notifications
        </a>
      </p>
    </section>
  );
}

export const handle: PageHandle = { prerender: true, tone: "black", inlineScript: busyFormsScript };

export const meta = () => publicPageMeta(customerSupport);

export const headers = retryAfterOfAction;

export const loader = ({ request }: LoaderFunctionArgs) => json({ number: sentNumber(request.url) });

export async function action({ request, context }: ActionFunctionArgs) {
  const read = readSupport(await readForm(request));
  const refuse = (refused: Partial<Refused>, init: ResponseInit) =>
    json<Refused>({ typed: read.typed, errors: {}, message: null, ...refused }, init);
  if (!read.ok) return refuse({ errors: read.errors }, { status: 400 });
  const { nowMs, config, ip } = context;
  const claim = await readSessionCookie(config, request);
  const asked = await askSupport(context, { ...read.asked, ip, claim });
  if (asked.ok) return redirect(`/customer-support?request=${groupCode(asked.number)}`, 303);
  const headers = retryAfter(asked.retryAtMs - nowMs());
  return refuse({ message: supportTexts.tooMany }, { status: 429, headers });
}

export default function CustomerSupport() {
  const { number } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <LegalPage document={customerSupport}>
      {number === null ? <SupportForm refused={refused ?? null} /> : <SupportSent number={number} />}
      <ContactPanel />
    </LegalPage>
  );
}

function Way({ label, href, value }: { label: string; href: string; value: string }) {
  return (
    <a
      href={href}
      className="flex min-h-14 flex-col justify-center rounded-md border border-peat-45 px-4 py-2 hover:border-paper"
    >
      <span className="text-sm text-peat-30">{label}</span>
      <span className="font-semibold wrap-anywhere underline underline-offset-4">{value}</span>
    </a>
  );
}

function ContactPanel() {
  return (
    <section aria-label="How to reach us" className="flex flex-col gap-3">
      <Way label="Email" href={supportLink.href} value={supportLink.label} />
      <Way label="WhatsApp" href={company.support.whatsAppUrl} value={company.support.whatsApp} />
      <dl className="divide-y divide-peat-60 border-y border-peat-60">
        {Object.entries({ Hours: company.support.hours, Reply: company.support.replyTime }).map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 py-3">
            <dt className="text-peat-30">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-peat-30">
        Messages sent at the weekend are answered on Monday.{" "}
        <a href={TIMES_PATH} className="underline underline-offset-4">
          How long we really take
        </a>
      </p>
    </section>
  );
}
