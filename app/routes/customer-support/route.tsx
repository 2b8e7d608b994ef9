import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { customerSupport, contact } from "~/content/legal-support";
import { legalPageMeta } from "~/content/page-meta";
import { supportTexts } from "~/content/support-texts";
import { CODE_LETTERS, groupCode, readCode } from "~/domain/certificate-code";
import { askSupport } from "~/areas/support/ask-support";
import { readSupport, readSupportTyped } from "~/areas/support/support-form";
import { keyedHash } from "~/server/keyed-hash";
import { readForm, retryAfter, retryAfterOfAction } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { readSessionCookie } from "~/server/session/cookie";
import { busyFormsScript } from "~/ui/busy-forms";
import { LegalPage } from "~/ui/legal-page";
import { type Refused, SupportForm, SupportSent } from "./support-form";
import { TIMES_PATH } from "~/content/page-paths";

export const handle: PageHandle = { prerender: true, tone: "black", inlineScript: busyFormsScript };

export const meta = () => legalPageMeta(customerSupport);

export const headers = retryAfterOfAction;

const NUMBER = new RegExp(`^[${CODE_LETTERS}]{8}$`);

/** The page itself is a file; a sent form leads to the answer with its number. */
export function loader({ request }: LoaderFunctionArgs) {
  const number = readCode(new URL(request.url).searchParams.get("request"));
  return json({ number: NUMBER.test(number) ? groupCode(number) : null });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const typed = readSupportTyped(await readForm(request));
  const refuse = (refused: Partial<Refused>, init: ResponseInit) =>
    json<Refused>({ typed, errors: {}, message: null, ...refused }, init);
  const read = readSupport(typed);
  if (!read.ok) return refuse({ errors: read.errors }, { status: 400 });
  const { db, nowMs, newId, newCode, log, config, ip } = context;
  const hash = (text: string) => keyedHash(config.CODE_SECRET, text);
  const claim = await readSessionCookie(config, request);
  const asked = await askSupport({ db, nowMs, newId, newCode, log, hash }, { ...read.asked, ip, claim });
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
    <section aria-label={contact.title} className="flex flex-col gap-3">
      <Way {...contact.email} />
      <Way {...contact.whatsApp} />
      <dl className="divide-y divide-peat-60 border-y border-peat-60">
        {contact.rows.map((row) => (
          <div key={row.label} className="flex flex-wrap justify-between gap-x-4 py-3">
            <dt className="text-peat-30">{row.label}</dt>
            <dd className="font-semibold">{row.value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-peat-30">
        {contact.note}{" "}
        <a href={TIMES_PATH} className="underline underline-offset-4">
          {contact.times}
        </a>
      </p>
    </section>
  );
}
