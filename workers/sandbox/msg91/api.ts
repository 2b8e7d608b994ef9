// MSG91's OTP widget, server form. The vendor answers errors with HTTP 200 too: only `type` tells them apart.
import * as z from "zod";
import type { Deps } from "../deps";
import { json, readJson } from "../http";
import type { Vendor } from "../vendor";
import { sendFlow } from "./flow";
import { type Answer, retryCode, sendCode, verifyCode, WIDGET } from "./code-requests";

const BODIES = {
  sendOtp: z.strictObject({ widgetId: z.string(), identifier: z.string() }),
  verifyOtp: z.strictObject({ widgetId: z.string(), reqId: z.string(), otp: z.string() }),
  // Channel 11, SMS, is the only one that the sandbox's widget has.
  retryOtp: z.strictObject({ widgetId: z.string(), reqId: z.string(), retryChannel: z.literal([11, "11"]).optional() }),
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
  if (call === "getWidgetProcess" && request.method === "GET") return widgetProcess(url, deps);
  if (request.method !== "POST") return json({ type: "error", message: "Not found" }, 404);
  if (!(request.headers.get("content-type") ?? "").startsWith("application/json"))
    return refuse("Content-Type must be application/json");
  const body = await readJson(request);
  switch (call) {
    case "sendOtp":
      return perform(deps, BODIES.sendOtp.safeParse(body), ({ identifier }) => sendCode(deps, identifier));
    case "verifyOtp":
      return perform(deps, BODIES.verifyOtp.safeParse(body), ({ reqId, otp }) => verifyCode(deps, reqId, otp));
    case "retryOtp":
      return perform(deps, BODIES.retryOtp.safeParse(body), ({ reqId }) => retryCode(deps, reqId));
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

function widgetProcess(url: URL, deps: Deps): Response {
  const widgetId = url.searchParams.get("widgetId");
  if (widgetId !== deps.config.MSG91_WIDGET_ID) return refuse("Invalid widgetId");
  const data = {
    widgetId,
    name: "Sandbox",
    otpLength: WIDGET.otpLength,
    retryTime: WIDGET.retryTime,
    retryCount: WIDGET.retryCount,
    expiryTime: WIDGET.expiryMinutes,
    processType: { value: "2", name: "MOBILE" },
    status: { value: "1", name: "ENABLED" },
    mobileIntegration: 1,
    captchaValidations: 0,
    invisible: 0,
    verificationType: "1",
    processes: [
      { processId: "1", processVia: { value: "1", name: "SEND" }, channel: { value: "11", name: "SMS" } },
      { processId: "2", processVia: { value: "5", name: "RETRY" }, channel: { value: "11", name: "SMS" } },
    ],
  };
  return json({ status: "success", hasError: false, scode: 200, errors: [], data });
}
