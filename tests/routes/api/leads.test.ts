import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestContext, type TestContext } from "../../support/context";
import { signIn } from "../../support/people";
import { call } from "./support/client";
import { meetsAllOf } from "./support/documented";

let context: TestContext;
let serial = 0;
let email = "";
meetsAllOf(["addLead"]);

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

describe("a lead", () => {
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
      [{ email: "nobody" }, "email"],
      [{ email: 7 }, "email"],
      [{ phone_number: "12345" }, "phone_number"],
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
