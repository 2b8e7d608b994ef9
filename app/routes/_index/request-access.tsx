import { landing } from "~/content/landing";
import { Button, type ButtonLook } from "~/ui/button";

export function RequestAccess({ look = "primary", describedBy }: { look?: ButtonLook; describedBy?: string }) {
  return (
    <form method="post" action="/?index">
      <input type="hidden" name="intent" value="request-access" />
      <Button look={look} aria-describedby={describedBy}>
        {landing.requestAccess}
      </Button>
      {look === "primary" && <p className="mt-2 text-center text-sm text-peat-60">{landing.adults}</p>}
    </form>
  );
}
