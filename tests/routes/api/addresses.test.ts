import { beforeAll, describe, expect, it } from "vitest";
import { signIn } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";
import { call, tokenOf } from "./support/client";

let shop: Shop;
let token: string;
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
