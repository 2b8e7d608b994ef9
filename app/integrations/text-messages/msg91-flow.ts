import * as z from "zod";
import { requestJson } from "../json-request";
import { TextError, type Texter, type TextMessage } from "./port";

/** `stopTemplateId`: of the text with the link that stops what it tells. */
export type Msg91FlowConfig = { authKey: string; templateId: string; stopTemplateId: string; fetch: typeof fetch };

// MSG91 answers errors with HTTP 200 too: only `type` counts.
const flowAnswer = z.object({ type: z.string(), code: z.union([z.string(), z.number()]).nullish() });

/** Our key is refused, which says nothing about the message. */
const KEY_REFUSED = new Set(["201", "418"]);
const LONGEST_VALUE = 30;

/** Text messages by MSG91's flow, with a template that is registered (DLT). */
export function createMsg91Texter(config: Msg91FlowConfig): Texter {
  return { send: (message) => send(config, message) };
}

async function send(config: Msg91FlowConfig, { phone, ...values }: TextMessage): Promise<void> {
  if (!/^91\d{10}$/.test(phone)) throw new TextError("rejected", "not an Indian number: 91 and ten digits");
  if (Object.values(values).some((value) => value === "" || value.length > LONGEST_VALUE))
    throw new TextError("rejected", `a value has 1 to ${LONGEST_VALUE} characters`);
  const answer = await requestJson(config.fetch, {
    method: "POST",
    url: "https://control.msg91.com/api/v5/flow",
    headers: { authkey: config.authKey },
    body: {
      template_id: values.stop === undefined ? config.templateId : config.stopTemplateId,
      short_url: "0",
      recipients: [{ mobiles: phone, ...values }],
    },
    timeoutMs: 8_000,
  });
  if (!answer.reached) throw new TextError("unavailable", `MSG91: ${answer.why}`);
  const parsed = flowAnswer.safeParse(answer.body).data;
  if (!parsed || answer.status === 429 || answer.status >= 500)
    throw new TextError("unavailable", `MSG91 answered HTTP ${answer.status} in a form we do not know`);
  if (parsed.type === "success" && answer.status < 300) return;
  const code = String(parsed.code ?? "none");
  const passing = KEY_REFUSED.has(code) || answer.status === 401;
  throw new TextError(passing ? "unavailable" : "rejected", `MSG91 sent no message: code ${code}`);
}
