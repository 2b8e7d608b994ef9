// MSG91's OTP widget, server form. The vendor answers errors with HTTP 200 too: only `type` tells them apart.
import * as z from "zod";
import { CODE_LIFE_MINUTES } from "~/domain/code-life";
import type { Deps } from "../deps";
import { json, readJson } from "../http";
import { addMessage } from "../outbox/outbox";
import { randomCode, randomHex } from "../random";
import { hmacHex } from "../signing";
import type { Vendor } from "../vendor";
import { sendFlow } from "./flow";

// SMS codes as the vendor keeps them: one request id per code, wrong tries counted, accepted only once.

declare module "../store/store" {
  interface Documents {
    "msg91.request": CodeRequest;
  }
}

type CodeRequest = { id: string; identifier: string; code: string; wrongTries: number; expiresAtMs: number };
type Answer = { type: "success"; message: string } | { type: "error"; message: string };

type Keeping = Pick<Deps, "store" | "nowMs" | "randomBytes">;

const MAX_WRONG_TRIES = 10;

function refused(message: string): Answer {
  return { type: "error", message };
}

function sendCode(deps: Keeping, identifier: string): Answer {
  if (!/^[1-9]\d{9,14}$/.test(identifier)) return refused("Invalid identifier: country code and number, digits only");
  const request: CodeRequest = {
    id: randomHex(deps.randomBytes, 24),
    identifier,
    code: randomCode(deps.randomBytes),
    wrongTries: 0,
    expiresAtMs: deps.nowMs() + CODE_LIFE_MINUTES * 60_000,
  };
  deps.store.put("msg91.request", request.id, request, { dueMs: request.expiresAtMs });
  addMessage(deps, {
    channel: "sms",
    to: `+${identifier}`,
    subject: "",
    text: `${request.code} is your verification code. It is valid for ${CODE_LIFE_MINUTES} minutes. Tell no one.`,
  });
  return { type: "success", message: request.id };
}

async function verifyCode(deps: Keeping & Pick<Deps, "config">, requestId: string, code: string): Promise<Answer> {
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

const BODIES = {
  sendOtp: z.strictObject({ widgetId: z.string(), identifier: z.string() }),
  verifyOtp: z.strictObject({ widgetId: z.string(), reqId: z.string(), otp: z.string() }),
};

export const msg91: Vendor = {
  company: "MSG91",
  hosts: ["control.msg91.com", "api.msg91.com"],
  answer: async (request, deps, pause) => {
    await pause();
    return handleMsg91(request, deps);
  },
  fail: (_deps, status) => json({ type: "error", message: "The sandbox was asked to fail." }, status),
  forgets: ["msg91.request"],
};

async function handleMsg91(request: Request, deps: Deps): Promise<Response> {
  const url = new URL(request.url);
  const call = /^\/api\/v5\/widget\/(\w+)$/.exec(url.pathname)?.[1];
  if (request.headers.get("authkey") !== deps.config.MSG91_AUTH_KEY) return refuse("AuthenticationFailure", "201");
  if (url.pathname === "/api/v5/flow") return sendFlow(request, deps);
  if (request.method !== "POST") return json({ type: "error", message: "Not found" }, 404);
  if (!(request.headers.get("content-type") ?? "").startsWith("application/json"))
    return refuse("Content-Type must be application/json");
  const body = await readJson(request);
  switch (call) {
    case "sendOtp":
      return perform(deps, BODIES.sendOtp.safeParse(body), ({ identifier }) => sendCode(deps, identifier));
    case "verifyOtp":
      return perform(deps, BODIES.verifyOtp.safeParse(body), ({ reqId, otp }) => verifyCode(deps, reqId, otp));
    default:
      return json({ type: "error", message: "Not found" }, 404);
  }
}

async function perform<Body extends { widgetId: string }>(
  deps: Deps,
  parsed: z.ZodSafeParseResult<Body>,
  act: (body: Body) => Answer | Promise<Answer>,
): Promise<Response> {
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refuse(`Invalid request: ${issue?.path.join(".") || "body"} ${issue?.message ?? ""}`.trim());
  }
  if (parsed.data.widgetId !== deps.config.MSG91_WIDGET_ID) return refuse("Invalid widgetId");
  return json(await act(parsed.data));
}

function refuse(message: string, code?: string): Response {
  return json({ type: "error", message, ...(code && { code }) });
}
