import { useContext } from "react";
import { landing } from "~/content/landing";
import { siteTexts } from "~/content/site-texts";
import { Button, ButtonLink, type ButtonLook } from "~/ui/button";
import { RenderContext } from "~/ui/render-context";

/** For those who are signed in, the way to what they have. */
export function RequestAccess({
  look,
  describedBy,
  wide,
}: {
  look?: ButtonLook;
  describedBy?: string;
  wide?: boolean;
}) {
  if (useContext(RenderContext).signedIn)
    return (
      <ButtonLink href="/wallet" look={look} wide={wide} aria-describedby={describedBy}>
        {siteTexts.toWallet}
      </ButtonLink>
    );
  return (
    <form method="post" action="/?index">
      <input type="hidden" name="intent" value="request-access" />
      <Button look={look} wide={wide} aria-describedby={describedBy}>
        {landing.requestAccess}
      </Button>
    </form>
  );
}
