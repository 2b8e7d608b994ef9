// SMS codes as the vendor keeps them: one request id per code, wrong tries counted, accepted only once.
import { CODE_LIFE_MINUTES } from "~/domain/code-life";
import type { Deps } from "../deps";
import { addMessage } from "../outbox/outbox";
import { randomCode, randomHex } from "../random";
import { hmacHex } from "../signing";

declare module "../store/store" {
  interface Documents {
    "msg91.request": CodeRequest;
  }
}

type CodeRequest = {
  id: string;
  identifier: string;
  code: string;
  wrongTries: number;
  retries: number;
  expiresAtMs: number;
};
export type Answer = { type: "success"; message: string } | { type: "error"; message: string };

type Keeping = Pick<Deps, "store" | "nowMs" | "randomBytes">;

export const WIDGET = { otpLength: 6, retryTime: 30, retryCount: 3, expiryMinutes: CODE_LIFE_MINUTES } as const;
const MAX_WRONG_TRIES = 10;

function refused(message: string): Answer {
  return { type: "error", message };
}

export function sendCode(deps: Keeping, identifier: string, retries = 0): Answer {
  if (!/^[1-9]\d{9,14}$/.test(identifier)) return refused("Invalid identifier: country code and number, digits only");
  const request: CodeRequest = {
    id: randomHex(deps.randomBytes, 24),
    identifier,
    code: randomCode(deps.randomBytes),
    wrongTries: 0,
    retries,
    expiresAtMs: deps.nowMs() + WIDGET.expiryMinutes * 60_000,
  };
  deps.store.put("msg91.request", request.id, request, { dueMs: request.expiresAtMs });
  addMessage(deps, {
    channel: "sms",
    to: `+${identifier}`,
    subject: "",
    text: `${request.code} is your verification code. It is valid for ${WIDGET.expiryMinutes} minutes. Tell no one.`,
  });
  return { type: "success", message: request.id };
}

/** A retry gets a new code under a new request id, which clients are told to keep; the old one is no longer valid. */
export function retryCode(deps: Keeping, requestId: string): Answer {
  const request = live(deps, requestId);
  if (!request) return refused("Invalid reqId");
  if (request.retries >= WIDGET.retryCount) return refused("Retry limit reached");
  deps.store.remove("msg91.request", requestId);
  return sendCode(deps, request.identifier, request.retries + 1);
}

export async function verifyCode(
  deps: Keeping & Pick<Deps, "config">,
  requestId: string,
  code: string,
): Promise<Answer> {
  const request = live(deps, requestId);
  if (!request) return refused("OTP expired or reqId invalid");
  if (request.wrongTries >= MAX_WRONG_TRIES) return refused("Maximum attempts reached");
  if (request.code !== code) {
    const counted = { ...request, wrongTries: request.wrongTries + 1 };
    deps.store.put("msg91.request", requestId, counted, { dueMs: request.expiresAtMs });
    return refused("OTP not match");
  }
  deps.store.remove("msg91.request", requestId);
  return { type: "success", message: await accessToken(deps, requestId) };
}

function live(deps: Keeping, requestId: string): CodeRequest | null {
  const request = deps.store.get("msg91.request", requestId);
  return request && request.expiresAtMs > deps.nowMs() ? request : null;
}

/** Names the request, not the number, like the vendor's. */
async function accessToken(deps: Pick<Deps, "config" | "nowMs">, requestId: string): Promise<string> {
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const content = `${part({ alg: "HS256", typ: "JWT" })}.${part({ requestId, companyId: "sandbox", iat: Math.floor(deps.nowMs() / 1000) })}`;
  const signature = await hmacHex(deps.config.MSG91_AUTH_KEY, content);
  const bytes = String.fromCharCode(...(signature.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
  return `${content}.${btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}
