import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { askSupport } from "~/areas/support/ask-support";
import { type Cancellation, readCancellation, sentNumber } from "~/areas/support/support-form";
import { publicPageMeta } from "~/content/page-meta";
import { CANCEL_PATH, cancelPath } from "~/content/page-paths";
import { cancelTexts as texts, supportTexts } from "~/content/support-texts";
import { groupCode } from "~/domain/certificate-code";
import { readForm, retryAfter, retryAfterOfAction } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { readSessionCookie } from "~/server/session/cookie";
import { busyFormsScript } from "~/ui/app-script";
import { Button } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { ErrorSummary, errorsInOrder } from "~/ui/error-summary";
import { Field } from "~/ui/field";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { ResultHead } from "~/ui/result-head";
import { SiteFooter } from "~/ui/site-footer";

// Two steps, as directive (EU) 2023/2673 has it. Whether a code exists is never said: only an operator looks the purchase up.

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta = () =>
  publicPageMeta({
    path: CANCEL_PATH,
    title: texts.title,
    description: "Cancel the purchase of a stake or of the joining fee, without logging in.",
  });

export const headers = retryAfterOfAction;

type Step = { step: "form" | "confirm"; typed: Cancellation; errors: Partial<Cancellation>; message: string | null };

export const loader = ({ request }: LoaderFunctionArgs) => {
  const code = new URL(request.url).searchParams.get("code")?.slice(0, 100) ?? "";
  return json({ number: sentNumber(request.url), code });
};

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const read = readCancellation(form);
  const show = (step: Partial<Step> & { typed: Cancellation }, init?: ResponseInit) =>
    json<Step>({ step: "form", errors: {}, message: null, ...step }, init);
  if (!read.ok) return show(read, { status: 400 });
  const cancellation = read.asked;
  const intent = form.get("intent");
  if (intent !== "confirm") return show({ step: intent === "change" ? "form" : "confirm", typed: cancellation });
  const { name, email, code } = cancellation;
  const { nowMs, config, ip } = context;
  const asked = await askSupport(context, {
    name,
    contact: { channel: "email", value: email },
    kind: "cancellation",
    code,
    ip,
    message: texts.statementOf(cancellation),
    claim: await readSessionCookie(config, request),
  });
  if (asked.ok) return redirect(`${CANCEL_PATH}?request=${groupCode(asked.number)}`, 303);
  return show(
    { step: "confirm", typed: cancellation, message: supportTexts.tooMany },
    { status: 429, headers: retryAfter(asked.retryAtMs - nowMs()) },
  );
}

export default function CancelPurchase() {
  const { number, code } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return (
    <Page
      top={{ back: { href: sent?.step === "confirm" ? cancelPath(sent.typed.code) : "/" } }}
      footer={<SiteFooter />}
    >
      {sent?.step === "confirm" ? (
        <Confirm {...sent} />
      ) : number ? (
        <ResultHead look="gain" title="We have your cancellation">
          <span className="font-semibold">{texts.sent(number)}</span> {texts.sentNext}
        </ResultHead>
      ) : (
        <Form typed={sent?.typed ?? { name: "", email: "", code }} errors={sent?.errors ?? {}} />
      )}
    </Page>
  );
}

type FormProps = { typed: Cancellation; errors: Partial<Cancellation> };

function Form({ typed, errors }: FormProps) {
  const { list, of: errorOf } = errorsInOrder(["name", "email", "code"], errors);
  const of = (name: keyof Cancellation) => ({
    ...errorOf(name),
    label: texts[name],
    defaultValue: typed[name],
    required: true,
  });
  return (
    <>
      <PageTitle
        lead={
          <>
            {texts.lead}{" "}
            <a
              href="/refunds-cancellations#cancellation-fee"
              className="underline underline-offset-4 hover:text-copper"
            >
              What applies later
            </a>
          </>
        }
      >
        {texts.title}
      </PageTitle>
      <ErrorSummary errors={list} />
      <form method="post" action={CANCEL_PATH} noValidate className="flex flex-col gap-4">
        <Field {...of("name")} autoComplete="name" maxLength={100} />
        <Field
          {...of("email")}
          hint="If you have an account, use the address you log in with: we then need not ask who you are."
          type="email"
          autoComplete="email"
          maxLength={320}
        />
        <Field
          {...of("code")}
          hint="It is printed on the receipt and on the certificate. The link in your email about the purchase fills it in."
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
        />
        <Button>Continue</Button>
      </form>
    </>
  );
}

function Confirm({ typed, message }: Pick<Step, "typed" | "message">) {
  return (
    <>
      <PageTitle lead="Nothing has been cancelled yet.">Check and confirm</PageTitle>
      <ErrorSummary message={message} />
      <Panel title="What you declare">
        <p className="mb-3 wrap-anywhere">{texts.statementOf(typed)}</p>
        <DefinitionRows rows={[{ label: texts.email, value: typed.email }]} />
      </Panel>
      <form method="post" action={CANCEL_PATH} className="flex flex-col gap-3">
        {Object.entries(typed).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p className="text-sm text-peat-60">
          A refunded stake is no longer yours: its certificate is no longer valid and its tokens are taken back.
        </p>
        <Button name="intent" value="confirm">
          Confirm cancellation
        </Button>
        <Button name="intent" value="change" look="quiet">
          Change something
        </Button>
      </form>
    </>
  );
}
