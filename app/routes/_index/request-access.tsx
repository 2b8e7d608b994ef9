import { landing } from "~/content/landing";
import { Button, type ButtonLook } from "~/ui/button";

export function RequestAccess({
  look,
  describedBy,
  wide,
}: {
  look?: ButtonLook;
  describedBy?: string;
  wide?: boolean;
}) {
  return (
    <form method="post" action="/?index">
      <input type="hidden" name="intent" value="request-access" />
      <Button look={look} wide={wide} aria-describedby={describedBy}>
        {landing.requestAccess}
      </Button>
    </form>
  );
}
