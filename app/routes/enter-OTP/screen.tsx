import { enterCodeTexts as texts } from "~/content/messages";
import { Button, ButtonLink } from "~/ui/button";
import { ErrorSummary, FORM_ERROR_ID } from "~/ui/error-summary";
import { Page, PageTitle } from "~/ui/page";

export type EnterOtpScreenProps = {
  heading: string;
  channel: "email" | "phone";
  destination: string;
  /** Why the last try was refused. */
  alert?: string;
  typed?: string;
  notice: string | null;
  resendInSeconds: number;
  backHref: string;
};

const POSITIONS = [1, 2, 3, 4, 5, 6] as const;

function CodeBoxes({ alert, typed }: { alert: boolean; typed: string }) {
  return (
    <fieldset data-code-boxes="" aria-describedby="code-sent-to" className="min-w-0">
      <legend className="display mb-3 text-lg">Enter OTP</legend>
      <div className="flex gap-2">
        {POSITIONS.map((position) => (
          <input
            key={position}
            id={`digit-${position}`}
            name="digit"
            aria-label={texts.digit(position)}
            aria-invalid={alert || undefined}
            aria-describedby={alert ? FORM_ERROR_ID : undefined}
            inputMode="numeric"
            autoComplete={position === 1 ? "one-time-code" : "off"}
            maxLength={position === 1 ? 200 : 1}
            defaultValue={position === 1 ? typed : ""}
            className={`figures h-14 w-0 min-w-0 flex-1 rounded-md border bg-paper text-center text-lg font-semibold ${
              alert ? "border-brick" : "border-peat-45"
            }`}
            {...(position === 1 ? { autoFocus: true } : {})}
          />
        ))}
      </div>
    </fieldset>
  );
}

export function EnterOtpScreen(props: EnterOtpScreenProps) {
  const { heading, channel, destination, alert, typed = "", notice, resendInSeconds, backHref } = props;
  return (
    <Page top={{ back: { href: backHref } }}>
      <PageTitle>{heading}</PageTitle>
      <ErrorSummary message={alert} />
      {notice && (
        <p role="status" className="rounded-md bg-moss-soft p-3 text-sm font-semibold">
          {notice}
        </p>
      )}
      <form method="post" action="/enter-OTP" noValidate autoComplete="off" className="flex flex-col gap-4">
        <input type="hidden" name="intent" value="verify" />
        <CodeBoxes alert={Boolean(alert)} typed={typed} />
        <p id="code-sent-to" className="text-sm text-peat-60">
          {texts.sentTo[channel]}: <strong className="font-semibold text-peat">{destination}</strong>. {texts.validity}
        </p>
        <noscript>
          <p className="text-sm text-peat-60">You can also enter all six digits in the first box.</p>
        </noscript>
        <Button busy="Checking…">Verify</Button>
      </form>
      <form
        method="post"
        action="/enter-OTP"
        className="[&_:disabled]:text-peat-60 [&_:disabled]:no-underline [&_:disabled]:opacity-100"
      >
        <input type="hidden" name="intent" value="resend" />
        <Button look="quiet" busy="Sending…" aria-describedby={resendInSeconds > 0 ? "resend-when" : undefined}>
          Resend OTP
        </Button>
        {resendInSeconds > 0 && (
          <p id="resend-when" data-seconds={resendInSeconds} className="text-center text-sm text-peat-60">
            {texts.resendWhen(resendInSeconds)}
          </p>
        )}
      </form>
    </Page>
  );
}

export function LateScreen({ heading, backHref }: { heading: string; backHref: string }) {
  return (
    <Page top={{ back: { href: "/" } }}>
      <PageTitle lead="You asked for it more than 15 minutes ago, and it was not entered. Nothing has changed. Ask for a new one to continue.">
        {heading}
      </PageTitle>
      <ButtonLink href={backHref}>Ask for a new code</ButtonLink>
    </Page>
  );
}
