import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CALLS } from "~/api/calls";
import { openApiDocument } from "~/api/openapi";
import { createDatabase } from "~/db/client";
import { countRoundTrips, type RoundTrips } from "~/db/wrap-d1";
import { type Person, putCask, signIn } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";
import { call, tokenOf } from "./support/client";
import { type Paths, seen, unseen } from "./support/documented";
import { samples } from "./support/samples";

let shop: Shop;

let token: string;

describe("the API", () => {
  let person: Person;
  let calls: ReturnType<typeof samples>;
  const OPEN = ["sendCode", "verifyCode", "addLead"];
  const needsToken = (operationId: string) => !OPEN.includes(operationId);

  beforeAll(async () => {
    shop = openShop();
    person = await signIn(shop.context);
    token = await tokenOf(shop.context, person);
    calls = samples(person.userId, await putCask(shop.context), person.email);
  });

  beforeEach(() => seen.clear());

  /** A database that answers everything with this error. */
  function brokenDatabase(message: string) {
    const fail = () => Promise.reject(new Error(message));
    const statement = { bind: () => statement, all: fail, raw: fail, run: fail, first: fail };
    const trips: RoundTrips = { count: 0, rowsRead: 0, rowsWritten: 0 };
    const d1 = { prepare: () => statement, batch: fail } as unknown as D1Database;
    return { db: createDatabase(countRoundTrips(d1, trips)), trips };
  }

  describe("every call", () => {
    it("is in the document, and every call in the document has a route", async () => {
      const named = calls.map(({ operationId }) => operationId).sort();
      expect(CALLS.map(({ operationId }) => operationId).sort()).toEqual(named);
      const documented = Object.values(openApiDocument("http://localhost:8787").paths as Paths).flatMap((methods) =>
        Object.values(methods),
      );
      expect(documented.map(({ operationId }) => operationId).sort()).toEqual(named);
      for (const { operationId, method, path } of calls) {
        const address = CALLS.find((one) => one.operationId === operationId);
        expect(method).toBe(address?.method);
        expect(path.replace(/\?.*/, "")).toMatch(new RegExp(`^${address?.path.replace(/\{\w+\}/g, "[^/]+")}$`));
        expect([404, 405]).not.toContain((await call(shop.context, method, path, {})).status);
      }
    });

    it("requires a token, unless it is a login or a lead", async () => {
      for (const { operationId, method, path, body } of calls.filter((one) => needsToken(one.operationId))) {
        const answered = await call(shop.context, method, path, { body });
        expect(answered, operationId).toMatchObject({ status: 401, body: { message: "jwt missing" }, trips: 0 });
        expect(answered.headers.get("WWW-Authenticate")).toBe("Bearer");
      }
      expect(unseen([401])).toEqual([]);
    });

    it("refuses another user's id wherever it appears, in every call made while signed in", async () => {
      for (const { operationId, method, path, body } of calls.filter((one) => needsToken(one.operationId))) {
        const foreign = `${path}${path.includes("?") ? "&" : "?"}userID=usr_other`;
        const answered = await call(shop.context, method, foreign, { token, body });
        expect(answered, operationId).toMatchObject({ status: 403, trips: 0 });
      }
      expect(unseen([403], calls.map((one) => one.operationId).filter(needsToken))).toEqual([]);
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
      for (const { operationId, method, path } of calls.filter((one) => one.body)) {
        const asked = needsToken(operationId) ? { token } : {};
        for (const raw of [large, stream()])
          expect(await call(shop.context, method, path, { ...asked, raw }), operationId).toMatchObject({ status: 413 });
        for (const raw of ["", "{", "[]", "null", "7", '"text"', "a=b", "[".repeat(60_000)])
          expect(await call(shop.context, method, path, { ...asked, raw }), operationId).toMatchObject({ status: 400 });
      }
      expect(unseen([413])).toEqual([]);
    });

    it("reads JSON that begins with a byte order mark", async () => {
      const { path } = calls.find((one) => one.operationId === "sendCode") ?? expect.fail();
      const raw = (mark: string) => `${mark}{"email":"not an address"}`;
      const [plain, marked] = [
        await call(shop.context, "POST", path, { raw: raw("") }),
        await call(shop.context, "POST", path, { raw: raw("\uFEFF") }),
      ];
      expect(marked).toEqual(plain);
    });

    it("names the field that is missing or wrong", async () => {
      for (const { operationId, method, path, body } of calls) {
        const asked = needsToken(operationId) ? { token } : {};
        if (!body) continue;
        for (const field of Object.keys(body)) {
          const answered = await call(shop.context, method, path, {
            ...asked,
            body: { ...(body as object), [field]: [] },
          });
          const ignored = field === "interest_percent" ? "user_id" : field;
          if (answered.status === 403) expect(field).toMatch(/user_?id$/i);
          else expect(answered, `${operationId} ${field}`).toMatchObject({ status: 400 });
          if (ignored === field) expect(answered.body.field, operationId).toContain(field);
        }
      }
      for (const path of ["/api/users/get_user_details", "/api/users/referrals?userId="])
        expect(await call(shop.context, "GET", path, { token })).toMatchObject({ status: 400, trips: 0 });
      expect(unseen([400])).toEqual([]);
    });

    it("answers a broken or busy database with a plain message only", async () => {
      const failures = [
        { message: "D1_ERROR: no such table: secret_table", status: 500 },
        { message: "D1_ERROR: D1 is overloaded: secret_table", status: 503 },
      ];
      for (const { message, status } of failures) {
        for (const { operationId, method, path, body } of calls) {
          const asked = needsToken(operationId) ? { token } : {};
          const answered = await call(shop.context, method, path, {
            ...asked,
            body,
            context: brokenDatabase(message),
          });
          expect(answered, operationId).toMatchObject({ status });
          expect(answered.body.message).toBe("Something went wrong, Try again Later");
          expect(JSON.stringify(answered.body)).not.toMatch(/secret|D1_|at /);
          if (status === 503) expect(answered.headers.get("Retry-After")).toBe("5");
        }
      }
      expect(unseen([500, 503])).toEqual([]);
      expect(JSON.stringify(shop.context.logged)).not.toContain("@");
    });

    it("refuses other methods and names the ones it takes", async () => {
      const other = { GET: "POST", POST: "GET", PUT: "POST", DELETE: "GET" } as Record<string, string>;
      for (const { method, path } of calls) {
        const answered = await call(shop.context, other[method] ?? "", path, { token });
        expect(answered.status).toBe(405);
        expect(answered.headers.get("Allow")?.split(", ")).toContain(method);
        if (method !== "DELETE") expect((await call(shop.context, "DELETE", path, { token })).status).toBe(405);
        expect((await call(shop.context, "PATCH", path, { token })).status).toBe(405);
      }
    });

    it("is on the list: nothing else answers under /api", async () => {
      const nowhere = [
        "/api",
        "/api/",
        "/api/create-charge",
        "/api/kitchens",
        "/api/ml/crawl",
        "/api/users",
        "/api/cask/x",
      ];
      for (const path of nowhere) {
        for (const method of ["GET", "POST", "PUT", "DELETE"])
          expect(await call(shop.context, method, path, { token })).toMatchObject({
            status: 404,
            body: { status: false },
          });
      }
    });
  });
});

describe("the addresses of the calls", () => {
  let id: string;
  beforeAll(async () => {
    shop = openShop();
    const person = await signIn(shop.context);
    id = person.userId;
    token = await tokenOf(shop.context, person);
  });
  const ask = (method: string, path: string) => call(shop.context, method, path, { token });

  describe("a path of the API", () => {
    it("matches in capital letters, with trailing slashes and with escaped letters", async () => {
      for (const path of [
        "/api/cask/get_casks",
        "/API/Cask/Get_Casks",
        "/api/cask/get_casks///",
        "/api/c%61sk/get_casks",
      ])
        expect(await ask("GET", path), path).toMatchObject({ status: 200 });
      for (const path of [`/api/users/${id}`, `/Api/USERS/${id}/`, `/api/users/${id.replace("u", "%75")}`])
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
});
