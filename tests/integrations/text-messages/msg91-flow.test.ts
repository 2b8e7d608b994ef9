import { describe, expect, it } from "vitest";
import { createMsg91Texter } from "~/integrations/text-messages/msg91-flow";
import { TextError, type TextMessage } from "~/integrations/text-messages/port";
import { recordingFetch, type Reply } from "../support/recording-fetch";

const MESSAGE: TextMessage = { phone: "919876543210", what: "withdrawal paid", amount: "$139.10" };

function texterWith(...replies: Reply[]) {
  const recorder = recordingFetch(...replies);
  const config = { authKey: "key", templateId: "tpl", stopTemplateId: "tpl-stop", fetch: recorder.fetch };
  return { ...recorder, texter: createMsg91Texter(config) };
}

async function failureOf(promise: Promise<unknown>): Promise<TextError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TextError);
  return error as TextError;
}

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
    expect((await failureOf(texter.send({ ...MESSAGE, ...change }))).code).toBe("rejected");
    expect(requests).toEqual([]);
  });

  it.each<[string, "unavailable" | "rejected", Reply]>([
    ["an error with HTTP 200", "rejected", { json: { type: "error", message: "919876543210 is bad", code: "203" } }],
    ["our key is refused", "unavailable", { json: { type: "error", message: "AuthenticationFailure", code: "201" } }],
    ["too many", "unavailable", { status: 429, json: { type: "error" } }],
    ["a server error", "unavailable", { status: 500, json: { type: "error" } }],
    ["a proxy's page", "unavailable", { status: 502, text: "<h1>Bad gateway</h1>" }],
  ])("%s: %s, and no number in the message", async (_name, code, reply) => {
    const failure = await failureOf(texterWith(reply).texter.send(MESSAGE));
    expect(failure.code).toBe(code);
    expect(failure.message).not.toContain("9876543210");
  });
});
