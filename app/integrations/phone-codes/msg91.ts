import * as z from "zod";
import { requestJson } from "../json-request";
import { PhoneCodeError, type PhoneCodes } from "./port";

export type Msg91Config = { authKey: string; widgetId: string; fetch: typeof fetch };

const BASE_URL = "https://control.msg91.com/api/v5/widget";

// MSG91 answers errors with HTTP 200, so only `type` counts. Its messages are meant for people and never passed on.
const widgetAnswer = z.object({
  type: z.string(),
  message: z.string().nullish(),
  code: z.union([z.string(), z.number()]).nullish(),
  invisibleVerified: z.unknown().optional(),
  "access-token": z.unknown().optional(),
});
type WidgetAnswer = z.infer<typeof widgetAnswer>;

// 'AuthenticationFailure': our key is wrong, which says nothing about the number or the code.
const KEY_REFUSED = new Set(["201", "418"]);

/** SMS codes made and verified by MSG91's widget, used from the server so that the account key stays with us. */
export function createMsg91PhoneCodes(config: Msg91Config): PhoneCodes {
  return {
    async send(phone) {
      if (!/^91\d{10}$/.test(phone)) throw new PhoneCodeError("rejected", "not an Indian number: 91 and ten digits");
      const requestId = sentRequestId(await post(config, "sendOtp", { identifier: phone }));
      if (!requestId) throw new PhoneCodeError("unavailable", "MSG91 named no request id");
      return { requestId };
    },
    async verify(requestId, code) {
      if (!/^\d{6}$/.test(code)) return false;
      return (await post(config, "verifyOtp", { reqId: requestId, otp: code })).type === "success";
    },
  };
}

function sentRequestId(answer: WidgetAnswer): string | null {
  if (answer.type !== "success") throw new PhoneCodeError("rejected", `MSG91 sent no code: ${codeOf(answer)}`);
  // 'Invisible' verification skips the code and would prove nothing about the number: it must be off in the widget.
  if (isSet(answer.invisibleVerified) || isSet(answer["access-token"])) {
    throw new PhoneCodeError("rejected", "MSG91 verified the number without a code");
  }
  return answer.message ? answer.message : null;
}

async function post(config: Msg91Config, call: string, fields: Record<string, unknown>): Promise<WidgetAnswer> {
  const answer = await requestJson(config.fetch, {
    method: "POST",
    url: `${BASE_URL}/${call}`,
    headers: { authkey: config.authKey },
    body: { widgetId: config.widgetId, ...fields },
    timeoutMs: 8_000,
  });
  if (!answer.reached) throw new PhoneCodeError("unavailable", `MSG91: ${answer.why}`);
  const parsed = widgetAnswer.safeParse(answer.body).data;
  const succeeded = parsed?.type === "success";
  if (!parsed || answer.status === 429 || answer.status >= 500 || (succeeded && answer.status >= 300)) {
    throw new PhoneCodeError("unavailable", `MSG91 answered HTTP ${answer.status} in a form we do not know`);
  }
  if (!succeeded && KEY_REFUSED.has(String(parsed.code))) {
    throw new PhoneCodeError("unavailable", `MSG91 refused our key: ${codeOf(parsed)}`);
  }
  return parsed;
}

function codeOf(answer: WidgetAnswer): string {
  return `code ${answer.code ?? "none"}`;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== "";
}
