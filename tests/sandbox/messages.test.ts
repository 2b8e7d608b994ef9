import { CODE_LIFE_MS } from "~/areas/accounts/login/one-time-codes";
import { describe, expect, it } from "vitest";
import { CONFIG, makeWorld, SANDBOX, type World } from "./support/world";

const msg91 = async (world: World, call: string, body: object, authkey = CONFIG.MSG91_AUTH_KEY) => {
  const answer = await world.call(`https://control.msg91.com/api/v5/widget/${call}`, {
    method: "POST",
    headers: { authkey, "content-type": "application/json" },
    body: JSON.stringify({ widgetId: CONFIG.MSG91_WIDGET_ID, ...body }),
  });
  expect(answer.status).toBe(200);
  return answer.json<{ type: string; message: string; code?: string }>();
};
const MAIL = {
  from: "Dunnage <login@dunnage.test>",
  to: ["a@example.com"],
  subject: "Code",
  text: "Your code: 012345.",
};
const MAIL_HEADERS = {
  authorization: `Bearer ${CONFIG.RESEND_API_KEY}`,
  "content-type": "application/json",
  "user-agent": "dunnage/1",
};
const mail = (world: World, body: unknown, headers: Record<string, string> = {}) =>
  world.call("https://api.resend.com/emails", {
    method: "POST",
    headers: { ...MAIL_HEADERS, ...headers },
    body: JSON.stringify(body),
  });
const outbox = async (world: World, to = "") => {
  const answer = await world.call(`${SANDBOX}/sandbox/outbox${to && `?to=${to}`}`, {
    headers: { accept: "application/json" },
  });
  return (await answer.json<{ messages: Record<string, string>[] }>()).messages;
};

describe("codes by text message", () => {
  it("reach the outbox and are accepted once", async () => {
    const world = makeWorld();
    const { type, message: reqId } = await msg91(world, "sendOtp", { identifier: "919876543210" });
    expect(type).toBe("success");
    const [sms] = await outbox(world, "9876543210");
    expect(sms).toMatchObject({ channel: "sms", to: "+919876543210", subject: "" });
    const otp = sms?.code ?? "";
    expect(otp).toMatch(/^\d{6}$/);
    const wrong = otp === "000000" ? "000001" : "000000";
    expect((await msg91(world, "verifyOtp", { reqId, otp: wrong })).type).toBe("error");
    const right = await msg91(world, "verifyOtp", { reqId, otp });
    expect(right.type).toBe("success");
    expect(right.message.split(".")).toHaveLength(3);
    expect((await msg91(world, "verifyOtp", { reqId, otp })).type).toBe("error");
  });

  it("expire after as many minutes as our own codes and as they say, and after ten wrong tries", async () => {
    const world = makeWorld();
    expect(CODE_LIFE_MS).toBe(10 * 60_000);
    const first = await msg91(world, "sendOtp", { identifier: "919876543210" });
    const code = (await outbox(world))[0]?.code ?? "";
    expect((await outbox(world))[0]?.text).toContain("It is valid for 10 minutes.");
    await world.pass(CODE_LIFE_MS);
    expect((await msg91(world, "verifyOtp", { reqId: first.message, otp: code })).type).toBe("error");
    const second = await msg91(world, "sendOtp", { identifier: "919876543210" });
    const otp = (await outbox(world))[0]?.code ?? "";
    for (let i = 0; i < 10; i += 1) await msg91(world, "verifyOtp", { reqId: second.message, otp: "none" });
    expect((await msg91(world, "verifyOtp", { reqId: second.message, otp })).type).toBe("error");
  });

  it("can be resent three times, each under a new request id", async () => {
    const world = makeWorld();
    const ids = [(await msg91(world, "sendOtp", { identifier: "919876543210" })).message];
    for (let i = 0; i < 3; i += 1) {
      ids.push((await msg91(world, "retryOtp", { reqId: ids.at(-1), retryChannel: 11 })).message);
    }
    expect(new Set(ids).size).toBe(4);
    expect((await msg91(world, "retryOtp", { reqId: ids[3] })).type).toBe("error");
    const otp = (await outbox(world))[0]?.code;
    expect((await msg91(world, "verifyOtp", { reqId: ids[2], otp })).type).toBe("error");
    expect((await msg91(world, "verifyOtp", { reqId: ids[3], otp })).type).toBe("success");
  });

  it("are refused without the key, the widget or digits", async () => {
    const world = makeWorld();
    expect(await msg91(world, "sendOtp", { identifier: "919876543210" }, "other")).toMatchObject({
      type: "error",
      code: "201",
    });
    expect((await msg91(world, "sendOtp", { identifier: "919876543210", widgetId: "other" })).type).toBe("error");
    expect((await msg91(world, "sendOtp", { identifier: "+919876543210" })).type).toBe("error");
    expect((await msg91(world, "sendOtp", { phone: "919876543210" })).type).toBe("error");
    expect(await outbox(world)).toEqual([]);
  });

  it("have a widget set to six digits", async () => {
    const url = `https://control.msg91.com/api/v5/widget/getWidgetProcess?widgetId=${CONFIG.MSG91_WIDGET_ID}`;
    const answer = await makeWorld().call(url, { headers: { authkey: CONFIG.MSG91_AUTH_KEY } });
    expect(await answer.json()).toMatchObject({
      status: "success",
      hasError: false,
      data: { otpLength: 6, retryCount: 3 },
    });
  });
});

describe("mail", () => {
  it("reaches the outbox of each recipient with the code found in it", async () => {
    const world = makeWorld();
    const answer = await mail(world, { ...MAIL, to: ["a@example.com", "B <b@example.com>"] });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toHaveProperty("id");
    expect(await outbox(world, "A@EXAMPLE.com")).toEqual([
      expect.objectContaining({
        channel: "email",
        to: "a@example.com",
        subject: "Code",
        text: MAIL.text,
        code: "012345",
      }),
    ]);
    expect(await outbox(world, "b@example.com")).toHaveLength(1);
    expect(await outbox(world, "c@example.com")).toEqual([]);
  });

  it("is sent once per idempotency key", async () => {
    const world = makeWorld();
    const key = { "idempotency-key": "otp/1" };
    const first = await (await mail(world, MAIL, key)).json();
    expect(await (await mail(world, MAIL, key)).json()).toEqual(first);
    expect((await mail(world, { ...MAIL, subject: "Other" }, key)).status).toBe(409);
    expect(await outbox(world)).toHaveLength(1);
    expect((await mail(world, MAIL, { "idempotency-key": "k".repeat(257) })).status).toBe(400);
  });

  it("is refused without a User-Agent, as by the proxy in front of the vendor", async () => {
    const world = makeWorld();
    const { "user-agent": _, ...nameless } = MAIL_HEADERS;
    const answer = await world.call("https://api.resend.com/emails", {
      method: "POST",
      headers: nameless,
      body: JSON.stringify(MAIL),
    });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("1010");
  });

  it.each([
    ["a wrong key", MAIL, { authorization: "Bearer re_other" }, 403],
    ["no key", MAIL, { authorization: "" }, 401],
    ["a second line in the address", { ...MAIL, to: ["a@example.com\nBcc: b@example.com"] }, {}, 422],
    ["a second line in the subject", { ...MAIL, subject: "a\r\nBcc: b@example.com" }, {}, 422],
    ["no recipient", { ...MAIL, to: [] }, {}, 422],
    ["51 recipients", { ...MAIL, to: Array.from({ length: 51 }, (_, i) => `a${i}@example.com`) }, {}, 422],
    ["no text", { ...MAIL, text: undefined }, {}, 422],
    ["an unknown field", { ...MAIL, replyTo: "a@example.com" }, {}, 422],
    ["no JSON", "text", {}, 422],
    ["another content type", MAIL, { "content-type": "text/plain" }, 400],
  ])("is refused with %s", async (_, body, headers, status) => {
    const world = makeWorld();
    const answer = await mail(world, body, headers);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ statusCode: status });
    expect(await outbox(world)).toEqual([]);
  });
});

describe("the outbox", () => {
  it("lists newest first, as a page with everything escaped", async () => {
    const world = makeWorld();
    await mail(world, MAIL);
    await world.pass(1_000);
    await mail(world, { ...MAIL, subject: "<script>alert(1)</script>", text: "no code" });
    const messages = await outbox(world);
    expect(messages.map(({ code }) => code)).toEqual([null, "012345"]);
    expect(messages[0]?.sent_at).toBe(new Date(world.now()).toISOString());
    const page = await world.call(`${SANDBOX}/sandbox/outbox`, { headers: { accept: "text/html" } });
    const text = await page.text();
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(text).not.toContain("<script");
    expect(text).toContain("&lt;script&gt;");
    expect((await world.post("/sandbox/outbox", {})).status).toBe(405);
  });
});

describe("MSG91's flow", () => {
  const flow = async (world: World, body: object, authkey = CONFIG.MSG91_AUTH_KEY) => {
    const answer = await world.call("https://control.msg91.com/api/v5/flow", {
      method: "POST",
      headers: { authkey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return answer.json<{ type: string; message: string; code?: string }>();
  };
  const recipients = [{ mobiles: "919876543210", what: "withdrawal paid", amount: "$139.10" }];

  it("sends the registered text with its values, and nothing for a wrong template, key or number", async () => {
    const world = makeWorld();
    const template_id = CONFIG.MSG91_NOTICE_TEMPLATE;
    expect((await flow(world, { template_id: "other", recipients })).type).toBe("error");
    expect((await flow(world, { template_id, recipients }, "wrong")).code).toBe("201");
    expect((await flow(world, { template_id, recipients: [{ ...recipients[0], mobiles: "+91 98" }] })).type).toBe(
      "error",
    );
    expect((await flow(world, { template_id, recipients: [{ ...recipients[0], what: "w".repeat(31) }] })).type).toBe(
      "error",
    );
    expect((await flow(world, { template_id, recipients })).type).toBe("success");
    const messages = await outbox(world, "9876543210");
    expect(messages.map(({ channel }) => channel)).toEqual(["sms"]);
    expect(messages[0]?.text).toContain("withdrawal paid, $139.10.");
  });

  it("sends the other text with a link, which leads to where this runs", async () => {
    const world = makeWorld();
    const [template_id, stop] = [CONFIG.MSG91_STOP_TEMPLATE, "8zjhntf4yebprpv38zjhntf4yebprp"];
    expect((await flow(world, { template_id, recipients })).type).toBe("error");
    expect((await flow(world, { template_id, recipients: [{ ...recipients[0], stop }] })).type).toBe("success");
    const told = `If this was not you, stop it: ${CONFIG.APP_ORIGIN}/stop/${stop}`;
    expect((await outbox(world, "9876543210"))[0]?.text).toContain(told);
  });
});
