import { Ajv2020 } from "ajv/dist/2020";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "~/api/openapi";

type Schema = Record<string, unknown>;
type Content = { content: { "application/json": { schema: Schema } } };
type Operation = {
  operationId: string;
  security?: unknown[];
  parameters?: { name: string; in: string }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};

const document = openApiDocument("https://dunnage.example");
const paths = document.paths as Record<string, Record<string, Operation>>;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
);
const { schemas } = document.components as { schemas: Record<string, Schema> };

function schemaOf({ content }: Content): Schema {
  const { schema } = content["application/json"];
  const named = typeof schema.$ref === "string" ? schemas[schema.$ref.replace("#/components/schemas/", "")] : schema;
  if (!named) throw new Error(`${String(schema.$ref)} is not in the document`);
  return named;
}

const schemasOf = ({ requestBody, responses }: Operation) =>
  [...(requestBody ? [requestBody] : []), ...Object.values(responses)].map(schemaOf);

describe("the OpenAPI document", () => {
  it("names exactly these calls", () => {
    expect(operations.map(({ name }) => name).sort()).toEqual([
      "GET /api/cask/get_casks",
      "GET /api/cask/{id}/stakes",
      "GET /api/onetimepay/get_joiningfee",
      "GET /api/users/get_user_details",
      "GET /api/users/referrals",
      "GET /api/users/{id}",
      "POST /api/crypto/create-checkout-session",
      "POST /api/leads/add_leads",
      "POST /api/otp/send",
      "POST /api/otp/verify",
      "POST /api/stripe/create-checkout-session",
      "POST /api/stripe/create-onetimepay",
      "POST /api/users/add_user",
      "POST /api/users/withdraw",
      "PUT /api/users/update_bank_details/{id}",
      "PUT /api/users/update_user/{id}",
      "PUT /api/users/{id}",
    ]);
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  });

  it("is plain JSON of version 3.1 whose schemas are strict JSON Schema 2020-12", () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(document).toMatchObject({ openapi: "3.1.0", servers: [{ url: "https://dunnage.example" }] });
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    for (const { name, operation } of operations)
      for (const schema of schemasOf(operation)) expect(() => ajv.compile(schema), name).not.toThrow();
  });

  it("allows no field in an answer that it does not name", () => {
    for (const { name, operation } of operations)
      for (const response of Object.values(operation.responses))
        expect(schemaOf(response).additionalProperties, name).toBe(false);
  });

  it("names every part of an address, and a token wherever one is needed", () => {
    for (const { name, path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part);
      const named = (operation.parameters ?? []).filter((one) => one.in === "path").map((one) => one.name);
      expect(named, name).toEqual(inPath);
      expect(operation.security, name).toEqual(/^\/api\/(otp|leads)\//.test(path) ? [] : undefined);
      expect("401" in operation.responses, name).toBe(operation.security === undefined);
    }
  });
});
