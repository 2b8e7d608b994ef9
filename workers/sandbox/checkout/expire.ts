import * as z from "zod";
import type { Deps } from "../deps";
import { refusal } from "../faults/handler";
import { json, methodNotAllowed, readJson } from "../http";
import { VENDOR_NAMES } from "../env";
import { VENDORS } from "../vendors";

const schema = z.strictObject({ session: z.string().min(1) });

/** POST /sandbox/expire {session}: expires an open session of any provider now. */
export async function handleExpire(request: Request, deps: Deps): Promise<Response> {
  if (request.method !== "POST") return methodNotAllowed("POST");
  const parsed = schema.safeParse(await readJson(request));
  if (!parsed.success) return refusal(parsed.error);
  const { session } = parsed.data;
  const standIns = VENDOR_NAMES.flatMap((name) => VENDORS[name].checkout ?? []);
  const standIn = standIns.find(({ find }) => find(deps, session));
  const status = standIn?.find(deps, session)?.status;
  if (!standIn || !status)
    return json({ status: false, field: "session", message: "session: no such checkout session" }, 404);
  if (status !== "open")
    return json({ status: false, field: "session", message: `session: is ${status} already` }, 409);
  standIn.end(deps, session);
  return json({ status: true, session: { id: session, status: "expired" } });
}
