import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readForm } from "~/server/login-form";
import { signOut, signOutEverywhere } from "~/server/login-session";

/** Signing out changes something, so a link or a prefetch cannot do it: the buttons are on the settings page. */
export function loader() {
  return redirect("/settings");
}

export async function action(args: ActionFunctionArgs) {
  if ((await readForm(args.request)).get("intent") !== "everywhere")
    return redirect("/#signed-out", { status: 303, headers: await signOut(args) });
  const { everywhere, headers } = await signOutEverywhere(args);
  return redirect(everywhere ? "/#signed-out-everywhere" : "/#session-expired", { status: 303, headers });
}
