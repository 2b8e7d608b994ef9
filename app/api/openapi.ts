import * as z from "zod";
import { company } from "~/content/company";
import { doneSchema, problemSchema } from "./answer";
import type { Call } from "./call";
import { CALLS } from "./calls";
import { verifyProblem } from "./login";
import { checkoutAnswer } from "./payments";
import type { CallArgs } from "./endpoint";
import { detailsAnswer } from "./user-details";

// The OpenAPI 3.1 document, made from the schemas that the calls use. zod writes them as JSON Schema 2020-12, which 3.1 takes.

type Json = { [key: string]: unknown };

const DESCRIPTION: Record<number, string> = {
  400: "A field is missing or wrong; `field` names it",
  401: "No session: 'jwt missing', 'jwt invalid' or 'jwt expired'",
  403: "Not the caller's own id, or not allowed to this account or session",
  404: "There is no such thing",
  409: "It contradicts the present state, such as a price; nothing was changed or charged",
  413: "The body is larger than 64 kB",
  429: "Too many tries; Retry-After says when",
  500: "Unexpected; nothing of the inside is told",
  503: "A provider or the database does not answer; Retry-After says when",
};

let made: Json | undefined;

export function openApiDocument(origin: string): Json {
  made ??= { openapi: "3.1.0", info, security, paths: paths(), components: components() };
  return { ...made, servers: [{ url: origin }] };
}

/** Public: it contains nothing that a client may not know. */
export async function answerOpenApi({ context }: CallArgs): Promise<Response> {
  return Response.json(openApiDocument(context.origin), { headers: { "Cache-Control": "public, max-age=300" } });
}

const info = {
  title: `${company.brand} API`,
  version: "1.0.0",
  description: "Money is a JSON number of US dollars with at most two decimals. Dates are UTC.",
};

const security = [{ bearer: [] }, { cookie: [] }];

const NAMED: Record<string, z.ZodType> = {
  Problem: problemSchema,
  VerifyProblem: verifyProblem,
  Done: doneSchema,
  Checkout: checkoutAnswer,
  UserDetails: detailsAnswer,
};

const components = () => ({
  schemas: Object.fromEntries(Object.entries(NAMED).map(([name, schema]) => [name, plain(schema, "output")])),
  securitySchemes: {
    bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "From /api/otp/verify, for 24 hours" },
    cookie: { type: "apiKey", in: "cookie", name: "__Host-session", description: "Same-origin requests of our pages" },
  },
});

function paths(): Json {
  const all: { [path: string]: Json } = {};
  for (const call of CALLS) (all[call.path] ??= {})[call.method.toLowerCase()] = operation(call);
  return all;
}

function operation(call: Call): Json {
  const parameters = [
    ...[...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: "path", required: true, schema: TEXT })),
    ...call.query.map((one) => ({ ...one, in: "query", schema: TEXT })),
  ];
  return {
    operationId: call.operationId,
    summary: call.summary,
    ...(call.signedIn ? {} : { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && { requestBody: { required: true, content: content(call.body, "input") } }),
    responses: {
      200: { description: "Done", content: content(call.answer, "output") },
      ...Object.fromEntries(call.errors.map((status) => [status, refusal(call, status)])),
    },
  };
}

const TEXT = { type: "string" };

function refusal(call: Call, status: number): Json {
  const headers = { "Retry-After": { description: "Seconds", schema: TEXT } };
  return {
    description: DESCRIPTION[status] ?? "Refused",
    ...((status === 429 || status === 503) && { headers }),
    content: content(call.problem, "output"),
  };
}

function content(schema: z.ZodType, io: "input" | "output"): Json {
  const [name] = Object.entries(NAMED).find(([, one]) => one === schema) ?? [];
  return { "application/json": { schema: name ? { $ref: `#/components/schemas/${name}` } : plain(schema, io) } };
}

function plain(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
