// MSG91's flow: a registered text with its values, to one or more numbers. Errors are answered with HTTP 200, as everywhere there.
import * as z from "zod";
import { company } from "~/content/company";
import { type NoticeText, registeredText } from "~/content/notice-texts";
import type { Deps } from "../deps";
import { json, methodNotAllowed, readJson } from "../http";
import { addMessage } from "../outbox/outbox";
import { randomHex } from "../random";

/** The networks cut what is longer. */
const value = z.string().min(1).max(30);
const recipient = z.strictObject({ mobiles: z.string().regex(/^[1-9]\d{9,14}$/), what: value, amount: value });
const flowOf = <R extends z.ZodType>(one: R) =>
  z.strictObject({
    template_id: z.string(),
    short_url: z.enum(["0", "1"]).optional(),
    recipients: z.array(one).min(1),
  });
const plainFlow = flowOf(recipient);
const stopFlow = flowOf(recipient.extend({ stop: value }));

export async function sendFlow(request: Request, deps: Deps): Promise<Response> {
  if (request.method !== "POST") return methodNotAllowed("POST");
  const body = await readJson(request);
  const template = z.object({ template_id: z.string() }).safeParse(body).data?.template_id;
  const parsed = (template === deps.config.MSG91_STOP_TEMPLATE ? stopFlow : plainFlow).safeParse(body);
  if (!parsed.success) return refuse(`Invalid request: ${parsed.error.issues[0]?.path.join(".") || "body"}`);
  const known: (string | undefined)[] = [deps.config.MSG91_NOTICE_TEMPLATE, deps.config.MSG91_STOP_TEMPLATE];
  if (!known.includes(template)) return refuse("Invalid template_id");
  for (const { mobiles, ...values } of parsed.data.recipients)
    addMessage(deps, { channel: "sms", to: `+${mobiles}`, subject: "", text: asRead(deps, values) });
  return json({ type: "success", message: randomHex(deps.randomBytes, 24) });
}

/** As the phone shows it, but that its links lead to where this runs. */
const asRead = ({ config }: Deps, values: NoticeText) =>
  registeredText(values).replaceAll(company.siteUrl, config.APP_ORIGIN);

function refuse(message: string): Response {
  return json({ type: "error", message });
}
