import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readSessionCookie } from "~/server/session/cookie";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const signedIn = await readSessionCookie(context.config, request);
  return redirect(signedIn ? "/wallet?tab=portfolio" : "/");
}
