import { describe, expect, it } from "vitest";
import { MailError, type Mail } from "~/integrations/mail/port";
import { createResendMailer } from "~/integrations/mail/resend";
import { failureAs, recordingFetch, type Reply } from "./support/calls";
import { createMsg91PhoneCodes } from "~/integrations/phone-codes/msg91";
import { PhoneCodeError } from "~/integrations/phone-codes/port";
import { createMsg91Texter } from "~/integrations/text-messages/msg91-flow";
import { TextError, type TextMessage } from "~/integrations/text-messages/port";

const MAIL: Mail = {
  key: "otp/01JD",
  to: "asha@example.com",
  subject: "Your login code",
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
      subject: "Your login code",
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
  ["a server error", "unavailable", refusal(500, "internal_server_error")],
  ["a proxy's page", "unavailable", { status: 502, text: "<h1>Bad gateway</h1>" }],
  ["no connection", "unavailable", new Error("refused")],
  ["no answer in time", "unavailable", new DOMException("late", "TimeoutError")],
])("what Resend's failures mean %s is %s", async (_name, code, reply) => {
  const failure = await failureOf(resendWith(reply).mailer.send(MAIL));
  expect(failure.code).toBe(code);
  expect(failure.message).not.toMatch(/asha|secret/);
});

const CODE_SENT: Reply = { json: { type: "success", message: "34636f6e7465" } };
const WRONG: Reply = { json: { type: "error", message: "otp not match for 919876543210", code: "705" } };

function msg91With(...replies: Reply[]) {
  const recorder = recordingFetch(...replies);
  const config = { authKey: "auth-key", widgetId: "widget-1", fetch: recorder.fetch };
  return { ...recorder, config, codes: createMsg91PhoneCodes(config) };
}

const codeFailureOf = (call: Promise<unknown>) => failureAs(PhoneCodeError, call);

describe("asking MSG91 for a code", () => {
  it("sends the number with the account key in the header only", async () => {
    const { codes, singleCall } = msg91With(CODE_SENT);
    expect(await codes.send("919876543210")).toEqual({ requestId: "34636f6e7465" });
    const { method, url, headers, body, init } = singleCall();
    expect(`${method} ${url}`).toBe("POST https://control.msg91.com/api/v5/widget/sendOtp");
    expect(headers.get("authkey")).toBe("auth-key");
    expect(headers.get("content-type")).toBe("application/json");
    expect(JSON.parse(body)).toEqual({ widgetId: "widget-1", identifier: "919876543210" });
    expect(init.signal).toBeInstanceOf(AbortSignal);
  });

  it.each(["+919876543210", "9876543210", "449876543210", "91987654321a", "919876543210\n", ""])(
    "does not ask for %j",
    async (phone) => {
      const { codes, requests } = msg91With(CODE_SENT);
      expect((await codeFailureOf(codes.send(phone))).code).toBe("rejected");
      expect(requests).toEqual([]);
    },
  );

  it.each([
    ["invisibleVerified", { type: "success", message: "34636f", invisibleVerified: true }],
    ["an access token", { type: "success", message: "34636f", "access-token": "ey.x.y" }],
  ])("does not accept %s as proof", async (_name, json) => {
    const { codes } = msg91With({ json });
    expect((await codeFailureOf(codes.send("919876543210"))).code).toBe("rejected");
  });

  it("needs a request id from the first send", async () => {
    const { codes } = msg91With({ json: { type: "success", message: "" } });
    expect((await codeFailureOf(codes.send("919876543210"))).code).toBe("unavailable");
  });
});

describe("asking MSG91 whether a code is right", () => {
  it("sends the request id and the code, and trusts only 'success'", async () => {
    const { codes, singleCall } = msg91With({ json: { type: "success", message: "ey.jwt" } });
    expect(await codes.verify("34636f", "012345")).toBe(true);
    expect(singleCall().url).toBe("https://control.msg91.com/api/v5/widget/verifyOtp");
    expect(JSON.parse(singleCall().body)).toEqual({ widgetId: "widget-1", reqId: "34636f", otp: "012345" });
  });

  it.each<[string, Reply]>([
    ["a wrong code, which comes as HTTP 200", WRONG],
    ["an error without a code", { json: { type: "error", message: "expired" } }],
    ["an error with a numeric code", { json: { type: "error", message: "expired", code: 702 } }],
    ["an error as HTTP 400", { status: 400, json: { type: "error", message: "bad request" } }],
    ["a type nobody knows", { json: { type: "Success", message: "ey.jwt" } }],
  ])("%s means no", async (_name, reply) =>
    expect(await msg91With(reply).codes.verify("34636f", "123456")).toBe(false),
  );

  it.each(["12345", "1234567", "12345a", "१२३४५६", ""])("makes no call for %j", async (code) => {
    const { codes, requests } = msg91With({ json: { type: "success" } });
    expect(await codes.verify("34636f", code)).toBe(false);
    expect(requests).toEqual([]);
  });
});

describe("what MSG91's failures mean", () => {
  it.each<[string, Reply]>([
    ["a server error", { status: 500, json: { type: "success", message: "x" } }],
    ["too many requests", { status: 429, json: { type: "error" } }],
    ["success with a redirect", { status: 302, json: { type: "success", message: "x" } }],
    ["a page", { text: "<h1>down</h1>" }],
    ["no type", { json: { message: "x" } }],
    ["our key refused", { json: { type: "error", message: "AuthenticationFailure", code: "201" } }],
    ["another account's key", { json: { type: "error", message: "AuthenticationFailure", code: 418 } }],
    ["no connection", new Error("refused")],
    ["no answer in time", new DOMException("late", "TimeoutError")],
  ])("%s: try later", async (_name, reply) => {
    const { codes } = msg91With(reply);
    expect((await codeFailureOf(codes.send("919876543210"))).code).toBe("unavailable");
    expect((await codeFailureOf(codes.verify("34636f", "123456"))).code).toBe("unavailable");
  });

  it("an error on sending is a refusal that does not repeat the number", async () => {
    const failure = await codeFailureOf(msg91With(WRONG).codes.send("919876543210"));
    expect([failure.code, failure.message]).toEqual(["rejected", "MSG91 sent no code: code 705"]);
  });
});

const MESSAGE: TextMessage = { phone: "919876543210", what: "withdrawal paid", amount: "$139.10" };

function texterWith(...replies: Reply[]) {
  const recorder = recordingFetch(...replies);
  const config = { authKey: "key", templateId: "tpl", stopTemplateId: "tpl-stop", fetch: recorder.fetch };
  return { ...recorder, texter: createMsg91Texter(config) };
}

const textFailureOf = (call: Promise<unknown>) => failureAs(TextError, call);

describe("a text message through MSG91's flow", () => {
  it("is one request with our key, the registered text and its values", async () => {
    const { texter, singleCall } = texterWith({ json: { type: "success", message: "3463" } });
    await texter.send(MESSAGE);
    const { method, url, headers, body } = singleCall();
    expect(`${method} ${url}`).toBe("POST https://control.msg91.com/api/v5/flow");
    expect(headers.get("authkey")).toBe("key");
    expect(JSON.parse(body)).toEqual({
      template_id: "tpl",
      short_url: "0",
      recipients: [{ mobiles: "919876543210", what: "withdrawal paid", amount: "$139.10" }],
    });
  });

  it("with a link is the other registered text, with the end of the link as a third value", async () => {
    const { texter, singleCall } = texterWith({ json: { type: "success", message: "3463" } });
    await texter.send({ ...MESSAGE, stop: "t".repeat(30) });
    expect(JSON.parse(singleCall().body)).toMatchObject({
      template_id: "tpl-stop",
      recipients: [{ what: "withdrawal paid", amount: "$139.10", stop: "t".repeat(30) }],
    });
  });

  it.each([
    ["a link too long for the networks", { stop: "t".repeat(31) }],
    ["a number of another country", { phone: "447700900123" }],
    ["a value too long for the networks", { what: "w".repeat(31) }],
    ["an empty value", { amount: "" }],
  ])("is never sent with %s", async (_name, change) => {
    const { texter, requests } = texterWith({ json: { type: "success" } });
    expect((await textFailureOf(texter.send({ ...MESSAGE, ...change }))).code).toBe("rejected");
    expect(requests).toEqual([]);
  });

  it.each<[string, "unavailable" | "rejected", Reply]>([
    ["an error with HTTP 200", "rejected", { json: { type: "error", message: "919876543210 is bad", code: "203" } }],
    ["our key is refused", "unavailable", { json: { type: "error", message: "AuthenticationFailure", code: "201" } }],
    ["too many", "unavailable", { status: 429, json: { type: "error" } }],
    ["a server error", "unavailable", { status: 500, json: { type: "error" } }],
    ["a proxy's page", "unavailable", { status: 502, text: "<h1>Bad gateway</h1>" }],
  ])("%s: %s, and no number in the message", async (_name, code, reply) => {
    const failure = await textFailureOf(texterWith(reply).texter.send(MESSAGE));
    expect(failure.code).toBe(code);
    expect(failure.message).not.toContain("9876543210");
  });
});
