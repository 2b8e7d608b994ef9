import { profileTexts } from "~/content/profile-texts";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Page, PageTitle } from "~/ui/page";

export type ConfirmCodeProps = { href: string; destination: string; backHref: string; alert: string | null };

export function ConfirmCodeScreen({ href, destination, backHref, alert }: ConfirmCodeProps) {
  const text = profileTexts.confirm;
  return (
    <Page top={{ back: { href: backHref } }}>
      <PageTitle lead={text.why}>{text.title}</PageTitle>
      <ErrorSummary message={alert} />
      <form method="post" action={href} className="flex flex-col gap-4">
        <p>{text.sentTo(destination)}</p>
        <Button busy={text.sending}>{text.send}</Button>
      </form>
    </Page>
  );
}
