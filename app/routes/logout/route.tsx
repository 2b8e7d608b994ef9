import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readForm } from "~/server/login-form";
import { signOut, signOutEverywhere } from "~/server/login-session";

/** Logging out is a write, so a link or a prefetch must not do it: the settings page has the buttons for it. */
export function loader() {
  return redirect("/settings");
}

export async function action(args: ActionFunctionArgs) {
  if ((await readForm(args.request)).get("intent") !== "everywhere")
    return redirect("/#signed-out", { status: 303, headers: await signOut(args) });
  const { everywhere, headers } = await signOutEverywhere(args);
  return redirect(everywhere ? "/#signed-out-everywhere" : "/#session-expired", { status: 303, headers });
}
