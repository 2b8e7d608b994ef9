import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { signOut } from "~/server/login-session";

/** Signing out changes something, so a link or a prefetch cannot do it: the button is on the settings page. */
export function loader() {
  return redirect("/settings");
}

export async function action(args: ActionFunctionArgs) {
  return redirect("/#signed-out", { status: 303, headers: await signOut(args) });
}
