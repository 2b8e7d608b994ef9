import { Ajv2020 } from "ajv/dist/2020";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { CALLS } from "~/api/calls";
import { putCask, signIn } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";
import { call, tokenOf } from "./support/client";
import { samples } from "./support/samples";

// Every field of every call, left out or filled with invalid values: the refusal is one of our own sentences and names
// the field, whatever the validator would say.

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] };
type Path = readonly (string | number)[];

const VALIDATOR = /invalid input|expected|received|too big|too small|regex|pattern|zod|undefined|NaN/i;
const LONG = "x".repeat(50_000);
const WRONG = [undefined, null, true, false, 0, -1, 7.005, 1e15, "", "x", "7.005", LONG, [], [7], [7, 7], {}];

const sent = CALLS.flatMap(({ operationId, body }) => (body ? [{ operationId, body }] : []));

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

let shop: Shop;
let token: string;
let calls: ReturnType<typeof samples>;
beforeAll(async () => {
  shop = openShop();
  const person = await signIn(shop.context);
  token = await tokenOf(shop.context, person);
  calls = samples(person.userId, await putCask(shop.context), person.email);
});

const sampleOf = (operationId: string) => {
  const sample = calls.find((one) => one.operationId === operationId);
  if (!sample) throw new Error(`no sample of ${operationId}`);
  return sample;
};

describe("a field that is missing, of another kind, too long or out of its bounds", () => {
  it.each(sent)("is named in a sentence of our own: $operationId", async ({ operationId, body }) => {
    const { method, path, body: sample } = sampleOf(operationId);
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
    for (const { operationId, query } of CALLS) {
      for (const { name } of query.filter(({ required }) => required)) {
        const { method, path } = sampleOf(operationId);
        const { status, body } = await call(shop.context, method, path.replace(/\?.*/, ""), { token });
        expect({ status, body }).toEqual({
          status: 400,
          body: { status: false, message: `${name} is missing.`, field: name },
        });
      }
    }
  });
});

describe("the sentence", () => {
  it.each([
    ["payByCard", ["amount"], undefined, "amount is missing."],
    ["payByCard", ["amount"], "500", "amount is not valid."],
    ["payByCard", ["amount"], 1.005, "amount must be in US dollars with at most two decimals."],
    ["payByCrypto", ["lineItems", "data", 0, "quantity"], 2, "lineItems.data.0.quantity is not valid."],
    ["payByCrypto", ["metadata", "caskId"], undefined, "metadata.caskId is missing."],
    [
      "payByCrypto",
      ["metadata", "amount"],
      "1.005",
      "metadata.amount must be text such as '500.00': US dollars with at most two decimals.",
    ],
    ["withdraw", ["stake_id"], null, "stake_id is missing."],
    ["withdraw", ["bank_name"], 7, "Please fill in all bank details."],
  ] as const)("for %s, %j: %j is '%s'", async (operationId, field, value, message) => {
    const { method, path, body: sample } = sampleOf(operationId);
    const answered = await call(shop.context, method, path, { token, body: withField(sample, field, value) });
    expect(answered).toMatchObject({ status: 400, trips: 0, body: { status: false, message, field: field.join(".") } });
  });
});
