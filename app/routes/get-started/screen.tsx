import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field } from "~/ui/field";
import { Page, PageTitle } from "~/ui/page";

export type GetStartedScreenProps = {
  mode: "sign-up" | "login";
  /** Kept until sign-up; empty without one. */
  referralCode: string;
  values: { email?: string; phone_number?: string };
  errors: { email?: string; phone_number?: string };
  formError?: string | null;
};

const texts = {
  "sign-up": { heading: "Sign up", other: "login", ask: "Already have an account?", link: "Log in" },
  login: { heading: "Login", other: "sign-up", ask: "New here?", link: "Sign up" },
} as const;

function address(mode: string, referralCode: string) {
  const query = new URLSearchParams({ mode });
  if (referralCode) query.set("ref", referralCode);
  return `/get-started?${query}`;
}

function Carried({ mode, referralCode }: { mode: string; referralCode: string }) {
  return (
    <>
      <input type="hidden" name="mode" value={mode} />
      {referralCode && <input type="hidden" name="ref" value={referralCode} />}
    </>
  );
}

export function GetStartedScreen({ mode, referralCode, values, errors, formError }: GetStartedScreenProps) {
  const text = texts[mode];
  const action = address(mode, referralCode);
  const list = (["email", "phone_number"] as const).flatMap((name) => {
    const message = errors[name];
    return message ? [{ name, message }] : [];
  });
  return (
    <Page top={{ back: { href: mode === "sign-up" ? "/create-account" : "/" } }}>
      <PageTitle lead="We send you a 6-digit code. There is no password.">{text.heading}</PageTitle>
      <ErrorSummary message={formError} errors={list} />
      {referralCode && mode === "sign-up" && (
        <p className="text-sm text-peat-60">
          You were invited with the code <strong className="font-semibold text-peat">{referralCode}</strong>.
        </p>
      )}
      <form method="post" action={action} noValidate className="flex flex-col gap-4">
        <Carried mode={mode} referralCode={referralCode} />
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
        <Button>Send code by email</Button>
      </form>
      <div className="flex items-center gap-3 text-sm text-peat-60">
        <span className="h-px flex-1 bg-peat-30" />
        or
        <span className="h-px flex-1 bg-peat-30" />
      </div>
      <form method="post" action={action} noValidate className="flex flex-col gap-4">
        <Carried mode={mode} referralCode={referralCode} />
        <Field
          name="phone_number"
          label="Phone number"
          hint="10 digits. The code comes as a text message."
          prefix="+91"
          type="text"
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={16}
          defaultValue={values.phone_number}
          error={errors.phone_number}
          startHere={Boolean(errors.phone_number) && !errors.email}
        />
        <Button look="secondary">Send code by text message</Button>
      </form>
      <p className="text-sm text-peat-60">
        {text.ask}{" "}
        <a
          href={address(text.other, referralCode)}
          className="inline-flex min-h-11 items-center font-semibold text-copper underline underline-offset-4"
        >
          {text.link}
        </a>
      </p>
      <p className="text-xs text-peat-60">
        By going on you confirm that you are 18 or over and accept our{" "}
        <a href="/terms-and-conditions" className="text-copper underline">
          Terms & Conditions
        </a>{" "}
        and{" "}
        <a href="/privacy-policy" className="text-copper underline">
          Privacy Policy
        </a>
        .
      </p>
    </Page>
  );
}
