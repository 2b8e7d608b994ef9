import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestContext, type TestContext } from "../../support/context";
import { signIn } from "../../support/people";
import { call } from "./support/client";

let context: TestContext;

let serial = 0;

let email = "";

describe("a code by email or SMS", () => {
  beforeEach(() => {
    context = createTestContext({ ip: `198.51.${++serial}.7` });
    email = `login-${serial}@example.com`;
  });

  const send = (body: object) => call(context, "POST", "/api/otp/send", { body });
  const verify = (msg91Id: string, otp: string) => call(context, "POST", "/api/otp/verify", { body: { msg91Id, otp } });
  const addUser = (token: string, body: object) => call(context, "POST", "/api/users/add_user", { token, body });

  async function tokenFor(address: { email: string } | { phone_number: string }, more = {}): Promise<string> {
    const sent = await send({ ...address, ...more });
    expect(sent).toMatchObject({ status: 200, body: { status: true }, trips: 3 });
    const otp =
      "email" in address
        ? context.mailer.codeFor(address.email)
        : context.phoneCodes.codeFor(`91${address.phone_number}`);
    const verified = await verify(sent.body.msg91Id, otp);
    expect(verified.status).toBe(200);
    expect(Object.keys(verified.body).sort()).toEqual(["token", "type"]);
    return verified.body.token;
  }

  it("gives a token for the user of that address, created at the first login", async () => {
    const [first, second] = [await tokenFor({ email }), (context.clock.advance(60_000), await tokenFor({ email }))];
    const ids = await Promise.all(
      [first, second].map(async (token) => (await addUser(token, { email: email.toUpperCase() })).body.data.id),
    );
    expect(ids[0]).toBe(ids[1]);

    const token = await tokenFor({ phone_number: "9876543210" });
    const { data } = (await addUser(token, { phone_number: "+91 98765 43210" })).body;
    expect(data).toMatchObject({ phoneNumber: "9876543210", phone_number: "9876543210", email: "", isActive: false });
    expect(data.id).not.toBe(ids[0]);
  });

  it("has six digits, and a wrong one is refused", async () => {
    const { msg91Id } = (await send({ email })).body;
    const otp = context.mailer.codeFor(email);
    expect(await verify("made-up", otp)).toMatchObject({ status: 400, body: { type: "error", status: false } });
    const bad = await verify(msg91Id, otp === "000000" ? "111111" : "000000");
    expect(bad).toMatchObject({ status: 400, body: { type: "error", message: "Invalid OTP. Please try again." } });
    const message = "Please enter the complete 6-digit OTP.";
    expect(await verify(msg91Id, "12345")).toMatchObject({
      status: 400,
      body: { type: "error", field: "otp", message },
    });
  });

  it("cannot be requested, or guessed, without limit", async () => {
    const { msg91Id } = (await send({ email })).body;
    const again = await send({ email });
    expect(again.status).toBe(429);
    expect(Number(again.headers.get("Retry-After"))).toBeGreaterThan(0);
    let last = await verify("made-up", "123456");
    for (let i = 0; i < 31 && last.status !== 429; i++) last = await verify(msg91Id, "123456");
    expect(last).toMatchObject({ status: 429, body: { type: "error" } });
    expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  it("opens nothing for a suspended user", async () => {
    const person = await signIn(context);
    await context.db.run(sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${person.userId}`);
    const { msg91Id } = (await send({ email: person.email })).body;
    expect(await verify(msg91Id, context.mailer.codeFor(person.email))).toMatchObject({ status: 403 });
  });
});

describe("a lead", () => {
  beforeEach(async () => {
    context = createTestContext({ ip: `203.0.${++serial}.7` });
    email = `lead-${serial}@example.com`;
    await context.db.run(sql`DELETE FROM leads`);
  });

  const leave = (body: object, ip = context.ip) =>
    call(context, "POST", "/api/leads/add_leads", { body, context: { ip } });
  const kept = () =>
    context.db.all<{ email: string | null; phone: string | null; created_at_ms: number }>(
      sql`SELECT email, phone, created_at_ms FROM leads ORDER BY email IS NULL, phone`,
    );

  it("is stored in normalised form, without a login and in two round trips", async () => {
    const at = context.nowMs();
    const done = { status: 200, body: { status: true, message: "Thank you. We will be in touch." }, trips: 2 };
    expect(await leave({ email: ` ${email.toUpperCase()} ` })).toMatchObject(done);
    for (const phone_number of ["+91 98765 43210", "9876543211"])
      expect(await leave({ phone_number })).toMatchObject(done);
    expect(await kept()).toEqual([
      { email, phone: null, created_at_ms: at },
      { email: null, phone: "919876543210", created_at_ms: at },
      { email: null, phone: "919876543211", created_at_ms: at },
    ]);
  });

  it("that is already known, as a lead or a user, gets the same answer and stays one row", async () => {
    const person = await signIn(context);
    const shape = ({ status, body, trips }: Awaited<ReturnType<typeof leave>>) => ({ status, body, trips });
    const first = shape(await leave({ email }));
    const before = await kept();
    context.clock.advance(60_000);
    expect(shape(await leave({ email: email.toUpperCase() }))).toEqual(first);
    expect(await kept()).toEqual(before);
    expect(shape(await leave({ email: person.email }))).toEqual(first);
  });

  it("with an error is refused by its field, and nothing is counted or stored", async () => {
    for (const [body, field] of [
      [{}, "email"],
      [{ phone_number: "+44 98765 43210" }, "phone_number"],
    ] as const)
      expect(await leave(body)).toMatchObject({ status: 400, body: { status: false, field }, trips: 0 });
    expect(await kept()).toEqual([]);
  });

  it("is accepted 20 times an hour from one IP, which is stored as a hash only", async () => {
    for (let i = 0; i < 20; i++) expect((await leave({ email: `${i}-${email}` })).status).toBe(200);
    const refused = await leave({ email });
    expect(refused).toMatchObject({ status: 429, body: { status: false }, trips: 1 });
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3500);
    expect((await leave({ email }, "203.0.250.1")).status).toBe(200);
    expect(await kept()).toHaveLength(21);
    const keys = await context.db.all<{ key: string }>(sql`SELECT key FROM counters WHERE key LIKE 'lead-ip:%'`);
    expect(JSON.stringify(keys)).not.toContain("203.0.");
    expect(JSON.stringify(context.logged)).not.toMatch(/203\.0\.|@/);
    context.clock.advance(3_600_000);
    expect((await leave({ email: `later-${email}` })).status).toBe(200);
  });
});
