import { redirect } from "@remix-run/cloudflare";
import { OPEN_PROOF_MS, SEND_PROOF_MS } from "~/core/session/access";
import type { RequestArgs } from "./context";
import { setToast } from "./toast";

// The code comes before the form: a page opens only with a recent code, and its form may be sent for half an hour longer.

/** Whether the request sends a form, or shows its page again after a refusal: Remix reads that page with the form's own headers. */
const sendsForm = (request: Request) => request.headers.has("Content-Type");

export const proofMsOf = (request: Request) => (sendsForm(request) ? SEND_PROOF_MS : OPEN_PROOF_MS);

export async function codeFirst({ request, context: { config } }: RequestArgs, location: string) {
  const headers: HeadersInit = sendsForm(request) ? { "Set-Cookie": await setToast(config, "fill-in-again") } : {};
  return redirect(location, { status: 303, headers });
}
