import { describe, expect, it } from "vitest";
import { MailError, type Mail } from "~/integrations/mail/port";
import { createResendMailer } from "~/integrations/mail/resend";
import { failureAs, recordingFetch, type Reply } from "../support/calls";

const MAIL: Mail = {
  key: "otp/01JD",
  to: "asha@example.com",
  subject: "Your sign-in code",
  text: "123456 is your code.",
  html: "<p>123456 is your code.</p>",
};
const SENT: Reply = { json: { id: "49a3999c-0ce1-4ea6-ab68-afcd6dc2e794" } };

function resendWith(...replies: Reply[]) {
  const recorder = recordingFetch(...replies);
  const mailer = createResendMailer({ apiKey: "re_1", from: "Dunnage <login@mail.example>", fetch: recorder.fetch });
  return { ...recorder, mailer };
}

const failureOf = (call: Promise<unknown>) => failureAs(MailError, call);

describe("sending through Resend", () => {
  it("sends one request with the key, a User-Agent and the email", async () => {
    const { mailer, singleCall } = resendWith(SENT);
    await mailer.send(MAIL);
    const { method, url, headers, body, init } = singleCall();
    expect(`${method} ${url}`).toBe("POST https://api.resend.com/emails");
    expect(headers.get("authorization")).toBe("Bearer re_1");
    expect(headers.get("user-agent")).toBe("dunnage/0.1.0");
    expect(headers.get("idempotency-key")).toBe("otp/01JD");
    expect(headers.get("content-type")).toBe("application/json");
    expect(JSON.parse(body)).toEqual({
      from: "Dunnage <login@mail.example>",
      to: ["asha@example.com"],
      subject: "Your sign-in code",
      text: "123456 is your code.",
      html: "<p>123456 is your code.</p>",
    });
    expect(init.signal).toBeInstanceOf(AbortSignal);
  });

  it.each([
    ["an address of two lines", { to: "asha@example.com\nBcc: evil@example.com" }],
    ["a subject of two lines", { subject: "Your code\r\nX-Evil: 1" }],
    ["no key", { key: "" }],
    ["a key too long", { key: "k".repeat(257) }],
  ])("never sends %s", async (_name, change) => {
    const { mailer, requests } = resendWith(SENT);
    const failure = await failureOf(mailer.send({ ...MAIL, ...change }));
    expect(failure.code).toBe("rejected");
    expect(failure.message).not.toContain("evil");
    expect(requests).toEqual([]);
  });
});

describe("what Resend's failures mean", () => {
  const refusal = (status: number, name: string): Reply => ({
    status,
    json: { statusCode: status, name, message: "asha@example.com: secret" },
  });
  it.each<[string, "unavailable" | "rejected", Reply]>([
    ["a bad address", "rejected", refusal(422, "validation_error")],
    ["an unverified domain", "rejected", refusal(403, "validation_error")],
    ["no User-Agent", "rejected", { status: 403, text: "error code: 1010" }],
    ["a key used for another mail", "rejected", refusal(409, "invalid_idempotent_request")],
    ["the same mail in flight", "unavailable", refusal(409, "concurrent_idempotent_requests")],
    ["no API key", "unavailable", refusal(401, "missing_api_key")],
    ["a wrong API key", "unavailable", refusal(403, "invalid_api_key")],
    ["too many a second", "unavailable", refusal(429, "rate_limit_exceeded")],
    ["too many a day", "unavailable", refusal(429, "daily_quota_exceeded")],
    ["a server error", "unavailable", refusal(500, "internal_server_error")],
    ["a proxy's page", "unavailable", { status: 502, text: "<h1>Bad gateway</h1>" }],
    ["no connection", "unavailable", new Error("refused")],
    ["no answer in time", "unavailable", new DOMException("late", "TimeoutError")],
  ])("%s is %s", async (_name, code, reply) => {
    const failure = await failureOf(resendWith(reply).mailer.send(MAIL));
    expect(failure.code).toBe(code);
    expect(failure.message).not.toMatch(/asha|secret/);
  });
});
