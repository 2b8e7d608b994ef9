import { profileTexts } from "~/content/profile-texts";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field } from "~/ui/field";
import { Page, PageTitle } from "~/ui/page";

export type ConfirmEmailProps = { destination: string; alert: string | null };

export function ConfirmEmailScreen({ destination, alert }: ConfirmEmailProps) {
  const text = profileTexts.confirmEmail;
  return (
    <Page top={{ back: { href: "/personal-details" } }}>
      <PageTitle lead={text.sentTo(destination)}>{text.title}</PageTitle>
      <ErrorSummary errors={alert === null ? [] : [{ name: "otp", message: alert }]} />
      <form method="post" action="/confirm-email" noValidate autoComplete="off" className="flex flex-col gap-4">
        <input type="hidden" name="intent" value="verify" />
        <Field
          name="otp"
          label={text.label}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          error={alert ?? undefined}
          startHere={alert !== null}
        />
        <Button busy={text.verifying}>{text.verify}</Button>
      </form>
      <form method="post" action="/confirm-email">
        <input type="hidden" name="intent" value="resend" />
        <Button look="quiet" busy={text.sending}>
          {text.resend}
        </Button>
      </form>
    </Page>
  );
}
