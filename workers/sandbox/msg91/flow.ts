// MSG91's flow: a registered text with its values, to one or more numbers. Errors are answered with HTTP 200, as everywhere there.
import * as z from "zod";
import { registeredText } from "~/content/notice-texts";
import type { Deps } from "../deps";
import { json, methodNotAllowed, readJson } from "../http";
import { addMessage } from "../outbox/outbox";
import { randomHex } from "../random";

/** The networks cut what is longer. */
const value = z.string().min(1).max(30);
const flowBody = z.strictObject({
  template_id: z.string(),
  short_url: z.enum(["0", "1"]).optional(),
  recipients: z
    .array(z.strictObject({ mobiles: z.string().regex(/^[1-9]\d{9,14}$/), what: value, amount: value }))
    .min(1),
});

export async function sendFlow(request: Request, deps: Deps): Promise<Response> {
  if (request.method !== "POST") return methodNotAllowed("POST");
  const parsed = flowBody.safeParse(await readJson(request));
  if (!parsed.success) return refuse(`Invalid request: ${parsed.error.issues[0]?.path.join(".") || "body"}`);
  if (parsed.data.template_id !== deps.config.msg91NoticeTemplate) return refuse("Invalid template_id");
  for (const { mobiles, ...values } of parsed.data.recipients)
    addMessage(deps, { channel: "sms", to: `+${mobiles}`, subject: "", text: registeredText(values) });
  return json({ type: "success", message: randomHex(deps.randomBytes, 24) });
}

function refuse(message: string): Response {
  return json({ type: "error", message });
}
