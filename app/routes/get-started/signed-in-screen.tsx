import { siteTexts } from "~/content/site-texts";
import { Button, ButtonLink } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";

/** For signed-in visitors: the way on, and the way to sign in as another user. */
export function SignedInScreen() {
  return (
    <Page top={{ back: { href: "/" } }}>
      <PageTitle lead={siteTexts.otherAccount}>{siteTexts.signedIn}</PageTitle>
      <div className="flex flex-col gap-3">
        <ButtonLink href="/wallet">{siteTexts.toWallet}</ButtonLink>
        <form method="post" action="/logout">
          <Button look="secondary">{siteTexts.logOut}</Button>
        </form>
      </div>
    </Page>
  );
}
