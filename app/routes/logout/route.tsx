import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { signOut } from "~/server/login-session";

/** Signing out is a write, so a link or a prefetch must not do it: the settings page has a button for it. */
export function loader() {
  return redirect("/settings");
}

export async function action(args: ActionFunctionArgs) {
  return redirect("/#signed-out", { status: 303, headers: await signOut(args) });
}
