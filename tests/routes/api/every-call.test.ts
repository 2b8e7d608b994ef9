import { Ajv2020 } from "ajv/dist/2020";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { CALLS } from "~/api/calls";
import { createDatabase } from "~/db/client";
import { countRoundTrips, type RoundTrips } from "~/db/wrap-d1";
import { putCask, signIn } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";
import { call, tokenOf } from "./support/client";
import { samples } from "./support/samples";

let shop: Shop;
let id: string;
let token: string;
let calls: ReturnType<typeof samples>;
const needsToken = (name: string) => !["sendCode", "verifyCode", "addLead"].includes(name);

beforeAll(async () => {
  shop = openShop();
  const person = await signIn(shop.context);
  id = person.userId;
  token = await tokenOf(shop.context, person);
  calls = samples(id, await putCask(shop.context), person.email);
});

/** A database that answers everything with this error. */
function brokenDatabase(message: string) {
  const fail = () => Promise.reject(new Error(message));
  const statement = { bind: () => statement, all: fail, raw: fail, run: fail, first: fail };
  const trips: RoundTrips = { count: 0, rowsRead: 0, rowsWritten: 0 };
  const d1 = { prepare: () => statement, batch: fail } as unknown as D1Database;
  return { db: createDatabase(countRoundTrips(d1, trips)), trips };
}

describe("every call", () => {
  it("has a sample, so that nothing below leaves it out", () =>
    expect(calls.map(({ name }) => name).sort()).toEqual(CALLS.map(({ name }) => name).sort()));

  it("requires a token, unless it is a login or a lead", async () => {
    for (const { name, method, path, body } of calls.filter((one) => needsToken(one.name))) {
      const answered = await call(shop.context, method, path, { body });
      expect(answered, name).toMatchObject({ status: 401, body: { message: "jwt missing" }, trips: 0 });
      expect(answered.headers.get("WWW-Authenticate")).toBe("Bearer");
    }
  });

  it("refuses another user's id wherever it appears, in every call made while signed in", async () => {
    for (const { name, method, path, body } of calls.filter((one) => needsToken(one.name))) {
      const foreign = `${path}${path.includes("?") ? "&" : "?"}userID=usr_other`;
      const answered = await call(shop.context, method, foreign, { token, body });
      expect(answered, name).toMatchObject({ status: 403, trips: 0 });
    }
  });

  it("accepts JSON objects only, of at most 64 kB, whatever length is declared", async () => {
    const large = `{"x":"${"a".repeat(70_000)}"}`;
    const stream = () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(large));
          controller.close();
        },
      });
    for (const { name, method, path } of calls.filter((one) => one.body)) {
      const asked = needsToken(name) ? { token } : {};
      for (const raw of [large, stream()])
        expect(await call(shop.context, method, path, { ...asked, raw }), name).toMatchObject({ status: 413 });
      for (const raw of ["", "{", "[]", "null", "7", '"text"', "a=b", "[".repeat(60_000)])
        expect(await call(shop.context, method, path, { ...asked, raw }), name).toMatchObject({ status: 400 });
    }
  });

  it("reads JSON that begins with a byte order mark", async () => {
    const { path } = calls.find((one) => one.name === "sendCode") ?? expect.fail();
    const raw = (mark: string) => `${mark}{"email":"not an address"}`;
    const [plain, marked] = [
      await call(shop.context, "POST", path, { raw: raw("") }),
      await call(shop.context, "POST", path, { raw: raw("\uFEFF") }),
    ];
    expect(marked).toEqual(plain);
  });

  it("answers a broken or busy database with a plain message only", async () => {
    const failures = [
      { message: "D1_ERROR: no such table: secret_table", status: 500 },
      { message: "D1_ERROR: D1 is overloaded: secret_table", status: 503 },
    ];
    for (const { message, status } of failures) {
      for (const { name, method, path, body } of calls) {
        const asked = needsToken(name) ? { token } : {};
        const answered = await call(shop.context, method, path, { ...asked, body, context: brokenDatabase(message) });
        expect(answered, name).toMatchObject({ status });
        expect(answered.body.message).toBe("Something went wrong, Try again Later");
        expect(JSON.stringify(answered.body)).not.toMatch(/secret|D1_|at /);
        if (status === 503) expect(answered.headers.get("Retry-After")).toBe("5");
      }
    }
    expect(JSON.stringify(shop.context.logged)).not.toContain("@");
  });

  it("names the methods that its address takes", async () => {
    for (const { method, path } of calls) {
      const { status, headers } = await call(shop.context, "PATCH", path, { token });
      expect([status, headers.get("Allow")?.split(", ").includes(method)]).toEqual([405, true]);
    }
  });

  it("is in the list: nothing else answers under /api", async () => {
    for (const path of ["/api", "/api/", "/api/kitchens", "/api/users", "/api/cask/x"])
      for (const method of ["GET", "POST", "PUT", "DELETE"])
        expect(await call(shop.context, method, path, { token })).toMatchObject({
          status: 404,
          body: { status: false },
        });
  });
});

describe("a path of the API", () => {
  const ask = (method: string, path: string) => call(shop.context, method, path, { token });

  it("matches in capital letters and with a slash at the end", async () => {
    for (const path of ["/api/cask/get_casks", "/API/Cask/Get_Casks", "/api/cask/get_casks/"])
      expect(await ask("GET", path), path).toMatchObject({ status: 200 });
    for (const path of [`/api/users/${id}`, `/Api/USERS/${id}/`])
      expect(await ask("GET", path), path).toMatchObject({ status: 200, body: { data: { id } } });
  });

  it("with fixed words is never read as an id, and an id is taken exactly as sent", async () => {
    expect(await ask("GET", `/api/users/GET_USER_DETAILS?id=${id}`)).toMatchObject({ status: 200 });
    expect(await ask("PUT", "/api/users/withdraw")).toMatchObject({ status: 405 });
    for (const other of [id.toUpperCase(), `${id}%2Fx`, `${id}%zz`, `${id}%20`])
      expect(await ask("GET", `/api/users/${other}`), other).toMatchObject({ status: 403, trips: 0 });
    for (const path of [`/api/users/${id}/x`, `/api/users//${id}`, "/api/users/", "/api/cask//stakes"])
      expect(await ask("GET", path), path).toMatchObject({ status: 404, trips: 0 });
  });

  it("of the second login step has 'type' in every refusal of a write", async () => {
    const shapes = async (method: string) => Object.keys((await ask(method, "/api/otp/verify")).body as object);
    expect(await shapes("POST")).toEqual(["type", "status", "message"]);
    expect(await shapes("PUT")).toEqual(["type", "status", "message"]);
    expect(await shapes("GET")).toEqual(["status", "message"]);
  });
});

// Every field of every call, left out or filled with invalid values: the refusal is one of our own sentences and names
// the field, whatever the validator would say.

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] };
type Path = readonly (string | number)[];

/** What only the validator would say. */
const VALIDATOR = /invalid input|expected|received|too big|too small|regex|pattern|zod|undefined|NaN/i;
const LONG = "x".repeat(50_000);
const WRONG = [undefined, null, true, false, 0, -1, 7.005, 1e15, "", "x", "7.005", LONG, [], [7], [7, 7], {}];

const sent = CALLS.flatMap(({ name, body }) => (body ? [{ call: name, body }] : []));

/** The paths of all fields, including those inside others. */
function fieldsOf({ properties = {}, items, anyOf = [] }: Schema, at: Path = []): Path[] {
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => [[...at, name], ...fieldsOf(inner, [...at, name])]),
    ...(items ? [[...at, 0], ...fieldsOf(items, [...at, 0])] : []),
    ...anyOf.flatMap((one) => fieldsOf(one, at)),
  ];
}

/** The same body with one field changed; `undefined` leaves it out. */
function withField(body: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  const copy: Record<string | number, unknown> = Array.isArray(body)
    ? ([...body] as unknown as Record<number, unknown>)
    : body === undefined && Number.isInteger(Number(name))
      ? ([] as unknown as Record<number, unknown>)
      : { ...(body as object) };
  copy[name] = withField(copy[name], rest, value);
  return copy;
}

const sampleOf = (name: string) => {
  const sample = calls.find((one) => one.name === name);
  if (!sample) throw new Error(`no sample of ${name}`);
  return sample;
};

describe("a field that is missing, of another kind, too long or out of its bounds", () => {
  it.each(sent)("is named in a sentence of our own: $call", async ({ call: of, body }) => {
    const { method, path, body: sample } = sampleOf(of);
    const schema = z.toJSONSchema(body, { io: "input" });
    const isAllowed = new Ajv2020().compile(schema);
    expect(isAllowed(sample)).toBe(true);
    const fields = fieldsOf(schema as Schema);
    expect(fields.length).toBeGreaterThan(1);
    for (const field of fields) {
      for (const value of WRONG) {
        const name = field.join(".");
        const says = `${name}: ${JSON.stringify(value)?.slice(0, 40)}`;
        const changed = withField(sample, field, value);
        const { status, body } = await call(shop.context, method, path, { token, body: changed });
        const allowed = isAllowed(JSON.parse(JSON.stringify(changed)));
        if (!allowed) expect([400, 403], says).toContain(status);
        if (status === 403 && body.field)
          expect(body, says).toEqual({ status: false, message: "This id is not yours.", field: name });
        if (status !== 400) continue;
        expect(body.message, says).not.toMatch(VALIDATOR);
        expect(body.message, says).toMatch(/^[A-Za-z].*\.$/);
        // A body that fits the schema may still be refused as a whole: a wrong code is not a wrong field.
        if (!allowed) expect(`${body.field}.`, says).toContain(`${name}.`);
        // Or the list that it is in, where that does not belong to the rest.
        else if (body.field && !name.startsWith(`${body.field}.`)) expect(`${body.field}.`, says).toContain(`${name}.`);
      }
    }
  });

  it("in a query is named too", async () => {
    for (const { method, path } of calls.filter((one) => one.path.includes("?"))) {
      const [plain = "", query = ""] = path.split("?");
      const [field] = query.split("=");
      const { status, body } = await call(shop.context, method, plain, { token });
      expect({ status, body }).toEqual({
        status: 400,
        body: { status: false, message: `${field} is missing.`, field },
      });
    }
  });
});

it.each([
  ["payByCard", ["amount"], undefined, "amount is missing."],
  [
    "payByCrypto",
    ["metadata", "amount"],
    "1.005",
    "metadata.amount must be text such as '500.00': US dollars with at most two decimals.",
  ],
  ["withdraw", ["bank_name"], 7, "Please fill in all bank details."],
] as const)("the sentence for %s, %j: %j is '%s'", async (of, field, value, message) => {
  const { method, path, body: sample } = sampleOf(of);
  const answered = await call(shop.context, method, path, { token, body: withField(sample, field, value) });
  expect(answered).toMatchObject({ status: 400, trips: 0, body: { status: false, message, field: field.join(".") } });
});
