import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import { afterAll, beforeAll, expect } from "vitest";
import { openApiDocument } from "~/api/openapi";

type Schema = { $ref?: string };
type Operation = {
  operationId: string;
  responses: Record<string, { content: { "application/json": { schema: Schema } } }>;
};
type Paths = Record<string, Record<string, Operation>>;

const document = openApiDocument("http://localhost:8787");
const paths = document.paths as Paths;
const { schemas } = document.components as { schemas: Record<string, Schema> };
const ajv = new Ajv2020({ allErrors: true });
const checks = new Map<object, ValidateFunction>();

/**
 * 'operationId status' of every answer that was seen and checked against the document. All files share it: empty it
 * first.
 */
export const seen = new Set<string>();

function findOperation(method: string, path: string): Operation | null {
  const plain = path.replace(/\?.*/, "");
  const matching = Object.keys(paths)
    .filter((template) => new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(plain))
    .sort((a, b) => a.split("{").length - b.split("{").length)[0];
  return (matching && paths[matching]?.[method.toLowerCase()]) || null;
}

export function expectAsDocumented(method: string, path: string, answered: { status: number; body: unknown }): void {
  const operation = findOperation(method, path);
  if (!operation) return expect([200, 404, 405]).toContain(answered.status);
  const response = operation.responses[String(answered.status)];
  if (!response) throw new Error(`${operation.operationId} has no answer ${answered.status} in the document`);
  const given = response.content["application/json"].schema;
  const schema = given.$ref ? schemas[given.$ref.split("/").at(-1) ?? ""] : given;
  if (!schema) throw new Error(`${given.$ref} is not in the document`);
  const check = checks.get(schema) ?? ajv.compile(schema);
  checks.set(schema, check);
  check(answered.body);
  expect(check.errors ?? [], `${operation.operationId} ${JSON.stringify(answered.body)}`).toEqual([]);
  seen.add(`${operation.operationId} ${answered.status}`);
}

/** The documented answers of these calls (of all calls, if none are named) that were not seen. */
export function unseen(statuses: readonly number[], operationIds?: readonly string[]): string[] {
  return Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId }) => operationIds?.includes(operationId) ?? true)
    .flatMap(({ operationId, responses }) => Object.keys(responses).map((status) => ({ operationId, status })))
    .filter(({ status }) => statuses.includes(Number(status)))
    .map(({ operationId, status }) => `${operationId} ${status}`)
    .filter((answer) => !seen.has(answer));
}

/** The statuses that a call documents itself; all others are common to every call, as is 403 to those made while signed in. */
const OWN = [200, 403, 404, 409, 429];

/** Requires that a file's tests, in any order, see all the answers that the document gives these calls as their own. */
export function meetsAllOf(operationIds: readonly string[]): void {
  beforeAll(() => seen.clear());
  afterAll(() => expect(unseen(OWN, operationIds).filter((one) => !isCommon(one))).toEqual([]));
}

const isCommon = (answer: string) => {
  const [operationId, status] = answer.split(" ");
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return status === "403" && operations.some((one) => one.operationId === operationId && "401" in one.responses);
};
