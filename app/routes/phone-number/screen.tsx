import { getStartedTexts } from "~/content/login-texts";
import { profileTexts } from "~/content/profile-texts";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field } from "~/ui/field";
import { Page, PageTitle } from "~/ui/page";

export type PhoneNumberProps = {
  /** Ten digits, empty without one. */
  saved: string;
  typed: string;
  error: string | null;
};

export function PhoneNumberScreen({ saved, typed, error }: PhoneNumberProps) {
  const text = profileTexts.phoneNumber;
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle lead={saved ? text.change : text.add}>{text.title}</PageTitle>
      <ErrorSummary errors={error === null ? [] : [{ name: "phone_number", message: error }]} />
      <form method="post" action="/phone-number" noValidate className="flex flex-col gap-4">
        <Field
          name="phone_number"
          label={getStartedTexts.phone}
          hint={getStartedTexts.phoneHint}
          prefix="+91"
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={16}
          defaultValue={typed}
          error={error ?? undefined}
          startHere={error !== null}
        />
        <Button>{text.send}</Button>
      </form>
    </Page>
  );
}
