import { profileTexts } from "~/content/profile-texts";
import { Button } from "./button";
import { ErrorSummary } from "./error-summary";
import { Field } from "./field";
import { Page, PageTitle } from "./page";

export type ConfirmContactProps = {
  title: string;
  destination: string;
  action: string;
  backHref: string;
  alert: string | null;
  typed: string;
};

export function ConfirmContactScreen({ title, destination, action, backHref, alert, typed }: ConfirmContactProps) {
  const text = profileTexts.confirmContact;
  return (
    <Page top={{ back: { href: backHref } }}>
      <PageTitle lead={text.sentTo(destination)}>{title}</PageTitle>
      <ErrorSummary errors={alert === null ? [] : [{ name: "otp", message: alert }]} />
      <form method="post" action={action} noValidate autoComplete="off" className="flex flex-col gap-4">
        <input type="hidden" name="intent" value="verify" />
        <Field
          name="otp"
          label={text.label}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={200}
          defaultValue={typed}
          error={alert ?? undefined}
          startHere={alert !== null}
        />
        <Button busy={text.verifying}>{text.verify}</Button>
      </form>
      <form method="post" action={action}>
        <input type="hidden" name="intent" value="resend" />
        <Button look="quiet" busy={text.sending}>
          {text.resend}
        </Button>
      </form>
    </Page>
  );
}
