import * as z from "zod";
import type { Deps } from "../deps";
import { refusal } from "../faults/handler";
import { json, methodNotAllowed, readJson } from "../http";
import { endCheckout, findCheckout } from "./checkouts";

const schema = z.strictObject({ session: z.string().min(1) });

/** POST /sandbox/expire {session}: expires an open session of either provider now. */
export async function handleExpire(request: Request, deps: Deps): Promise<Response> {
  if (request.method !== "POST") return methodNotAllowed("POST");
  const parsed = schema.safeParse(await readJson(request));
  if (!parsed.success) return refusal(parsed.error);
  const { session } = parsed.data;
  const checkout = findCheckout(deps, "stripe", session) ?? findCheckout(deps, "copperx", session);
  if (!checkout) return json({ status: false, field: "session", message: "session: no such checkout session" }, 404);
  if (!endCheckout(deps, checkout)) {
    return json({ status: false, field: "session", message: `session: is ${checkout.status} already` }, 409);
  }
  return json({ status: true, session: { id: session, status: "expired" } });
}
