import { describe, expect, it } from "vitest";
import { putCask } from "../../support/people";
import { openShop } from "../../support/shop";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { type Json, ORIGIN, serveApi } from "./support/client";

type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
};
type Operation = {
  operationId: string;
  security?: unknown[];
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
};

/** A client that knows only the document: addresses, methods and constants come from there, values from the caller. */
function clientOf(paths: Record<string, Record<string, Operation>>, ask: (request: Request) => Promise<Response>) {
  let token = "";
  const called = async (operationId: string, values: Record<string, unknown> = {}) => {
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        if (operation.operationId !== operationId) continue;
        const url = new URL(ORIGIN + path.replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name])));
        for (const one of operation.parameters ?? [])
          if (one.in === "query" && one.required) url.searchParams.set(one.name, String(values[one.name]));
        const schema = operation.requestBody?.content["application/json"].schema;
        const response = await ask(
          new Request(url, {
            method: method.toUpperCase(),
            headers: operation.security?.length === 0 ? {} : { Authorization: `Bearer ${token}` },
            body: schema ? JSON.stringify(fill(schema, values)) : null,
          }),
        );
        return { status: response.status, body: await response.json<Json>() };
      }
    }
    throw new Error(`the document has no ${operationId}`);
  };
  return { call: called, useToken: (given: string) => void (token = given) };
}

function fill(schema: Schema, values: Record<string, unknown>): Record<string, unknown> {
  const names = Object.entries(schema.properties ?? {}).filter(
    ([name]) => name in values || schema.required?.includes(name),
  );
  return Object.fromEntries(names.map(([name, one]) => [name, "const" in one ? one.const : values[name]]));
}

describe("a client that has only the OpenAPI document", () => {
  it("signs in, activates, reads casks, buys a stake and reads what it owns", async () => {
    const shop = openShop();
    const caskId = await putCask(shop.context, { costCents: 62_550, name: "Cask by API" });
    const ask = (request: Request) => serveApi(request, shop.context.next());
    const document = await (await ask(new Request(`${ORIGIN}/api/openapi.json`))).json<{ paths: never }>();
    const client = clientOf(document.paths, ask);

    const sent = await client.call("sendCode", { email: "api@example.com" });
    const otp = shop.context.mailer.codeFor("api@example.com");
    const verified = await client.call("verifyCode", { msg91Id: sent.body.msg91Id, otp });
    expect(verified).toMatchObject({ status: 200, body: { type: "success" } });
    client.useToken(verified.body.token);

    const added = await client.call("addUser", { email: "api@example.com" });
    const userID = added.body.data.id as string;
    expect(added.body.data).toMatchObject({ isActive: false, joining_fee: 10, email: "api@example.com" });
    client.useToken(added.body.data.token);

    const locked = await client.call("getCasks");
    expect(locked.body.data.find((cask: { id: string }) => cask.id === caskId).cost_per_stake).toBeNull();
    const { amount: fee } = (await client.call("getJoiningFee")).body;
    const joining = await client.call("payJoiningFee", { userID, amount: fee });
    expect(joining.status).toBe(200);
    const settle = async (session: { id: string; url: string }) => {
      const paymentId = session.id.replace("session_", "");
      expect(session.url).toBe(`https://checkout.example/${session.id}`);
      shop.stripe.pay(paymentId);
      await settlePayment(shop.settlement, { paymentId });
      await shop.drain();
    };
    await settle(joining.body as never);

    const casks = (await client.call("getCasks")).body.data as { id: string; cost_per_stake: number }[];
    const cask = casks.find((one) => one.id === caskId);
    expect(cask).toMatchObject({ cask_name: "Cask by API", cost_per_stake: 625.5, total_cost: 6255, sold_stakes: 0 });
    await settle(
      (await client.call("payByCard", { userID, caskId, amount: cask?.cost_per_stake, full_name: "Asha Rao" }))
        .body as never,
    );

    const details = (await client.call("getUserDetails", { id: userID })).body.data;
    expect(details).toMatchObject({
      isActive: true,
      is_active: true,
      has_made_one_time_payment: true,
      total_tokens: 3000,
      total_invested: 625.5,
      stake_purchases: [{ cask_name: "Cask by API", amount: 625.5, state: "paid" }],
      last_withdrawn_interest: { interest_percent: null, return_amount: null },
    });
    expect(details.stake_purchases[0].pdf_url).toMatch(/^http:\/\/localhost:8787\/certificates\/\w+\.pdf$/);
    const stakes = await client.call("getCaskStakes", { id: caskId });
    expect(stakes.body.data).toMatchObject({ sold_stakes: 1, available_stakes: 9, stakes: [{ amount: 625.5 }] });
  });
});
