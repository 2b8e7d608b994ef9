import { getStartedTexts as texts, modeTexts, waitTexts } from "~/content/messages";
import { Button, ButtonLink } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field } from "~/ui/field";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { TextLink } from "~/ui/text-link";

export type GetStartedScreenProps = {
  mode: "sign-up" | "login";
  referralCode: string;
  to?: string | null;
  values: { email?: string; phone_number?: string };
  errors: { email?: string; phone_number?: string };
  formError?: string | null;
  waiting?: { seconds: number; address: string } | null;
};

const otherMode = { "sign-up": "login", login: "sign-up" } as const;

type CarriedProps = Pick<GetStartedScreenProps, "mode" | "referralCode" | "to">;

function address({ mode, referralCode, to }: CarriedProps) {
  const query = new URLSearchParams({ mode });
  if (referralCode) query.set("ref", referralCode);
  if (to) query.set("to", to);
  return `/get-started?${query}`;
}

function Carried({ mode, referralCode, to }: CarriedProps) {
  return (
    <>
      <input type="hidden" name="mode" value={mode} />
      {referralCode && <input type="hidden" name="ref" value={referralCode} />}
      {to && <input type="hidden" name="to" value={to} />}
    </>
  );
}

function Terms() {
  return (
    <p className="text-xs text-peat-60">
      By continuing, you confirm that you are 18 or over and accept our{" "}
      <a href="/terms-and-conditions" className="text-copper underline">
        Terms &amp; Conditions
      </a>
      {" and "}
      <a href="/privacy-policy" className="text-copper underline">
        Privacy Policy
      </a>
      .
    </p>
  );
}

export function GetStartedScreen(props: GetStartedScreenProps) {
  const { mode, referralCode, to, values, errors, formError, waiting } = props;
  const text = modeTexts[mode];
  if (waiting && waiting.seconds > 0) return <Waiting form={address({ mode, referralCode, to })} {...waiting} />;
  const action = address({ mode, referralCode, to });
  return (
    <Page top={{ back: { href: mode === "sign-up" ? "/create-account" : "/" } }}>
      <PageTitle lead="We send you a 6-digit code. There is no password.">{text.heading}</PageTitle>
      <ErrorSummary message={formError} />
      {waiting && (
        <p role="status" className="rounded-md bg-moss-soft p-3 text-sm font-semibold">
          It is your turn. Send the code now.
        </p>
      )}
      {referralCode && mode === "sign-up" && (
        <p className="text-sm text-peat-60">
          You were invited with the code <strong className="font-semibold text-peat">{referralCode}</strong>.
        </p>
      )}
      <form method="post" action={action} noValidate className="flex flex-col gap-4">
        <Carried mode={mode} referralCode={referralCode} to={to} />
        <Field
          name="email"
          label="Email address"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          defaultValue={values.email}
          error={errors.email}
          startHere={Boolean(errors.email)}
        />
        <Button busy={texts.sending}>Send code by email</Button>
      </form>
      <div className="flex items-center gap-3 text-sm text-peat-60">
        <span className="h-px flex-1 bg-peat-30" />
        or
        <span className="h-px flex-1 bg-peat-30" />
      </div>
      <form method="post" action={action} noValidate className="flex flex-col gap-4">
        <Carried mode={mode} referralCode={referralCode} to={to} />
        <Field
          name="phone_number"
          label={texts.phone}
          hint={texts.phoneHint}
          prefix="+91"
          type="text"
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={40}
          defaultValue={values.phone_number}
          error={errors.phone_number}
          startHere={Boolean(errors.phone_number) && !errors.email}
        />
        <Button look="secondary" busy={texts.sending}>
          Send code by text message
        </Button>
      </form>
      <p className="text-sm text-peat-60">
        {text.ask} <TextLink href={address({ mode: otherMode[mode], referralCode, to })}>{text.link}</TextLink>
      </p>
      <Terms />
    </Page>
  );
}

function Waiting({ form, seconds, address }: { form: string; seconds: number; address: string }) {
  return (
    <Page top={{ back: { href: form } }}>
      <PageTitle lead="A great many codes are being requested right now. To prevent abuse, yours will be sent a little later.">
        Please wait a moment
      </PageTitle>
      <Panel title={waitTexts.when(seconds)} look="barley">
        <p className="text-sm">{waitTexts.what(address)}</p>
      </Panel>
      <ButtonLink href={form} look="quiet">
        Use another address
      </ButtonLink>
    </Page>
  );
}
