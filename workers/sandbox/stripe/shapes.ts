// The parameters a call takes, and a check that names the first invalid one in Stripe's words.
import { invalidRequest } from "./errors";
import type { FormNode } from "./form";

export type Shape =
  | { is: "text"; maxLength?: number; oneOf?: readonly string[] }
  | { is: "integer"; min?: number }
  | { is: "boolean" }
  | { is: "url" }
  | { is: "email" }
  | { is: "metadata" }
  | { is: "list"; of: Shape; maxItems?: number }
  | { is: "fields"; fields: Fields; required?: readonly string[] }
  | { is: "unsimulated" };
export type Fields = Readonly<Record<string, Shape>>;

export type Checked = string | number | boolean | Checked[] | { [name: string]: Checked };

export const text: Shape = { is: "text", maxLength: 5000 };
export const integer: Shape = { is: "integer" };
export const boolean: Shape = { is: "boolean" };
export const unsimulated: Shape = { is: "unsimulated" };
export const oneOf = (...values: string[]): Shape => ({ is: "text", oneOf: values });
export const list = (of: Shape, maxItems?: number): Shape => ({ is: "list", of, maxItems });
export const fields = (known: Fields, required: string[] = []): Shape => ({ is: "fields", fields: known, required });

/** @throws StripeProblem naming the parameter */
export function checkFields(
  node: Map<string, FormNode>,
  shape: Fields,
  required: readonly string[],
  path = "",
): Record<string, Checked> {
  const checked: Record<string, Checked> = {};
  for (const [key, child] of node) {
    const param = path === "" ? key : `${path}[${key}]`;
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (known === undefined)
      throw invalidRequest(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
    checked[key] = check(child, known, param);
  }
  for (const name of required) {
    const param = path === "" ? name : `${path}[${name}]`;
    if (!(name in checked))
      throw invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  return checked;
}

function check(node: FormNode, shape: Shape, param: string): Checked {
  if (shape.is === "unsimulated") {
    throw invalidRequest(`The sandbox does not simulate the parameter ${param}, so nothing may depend on it.`, {
      param,
    });
  }
  if (shape.is === "fields") {
    if (!(node instanceof Map)) throw invalidRequest(`Invalid object`, { param });
    return checkFields(node, shape.fields, shape.required ?? [], param);
  }
  if (shape.is === "metadata") return checkMetadata(node, param);
  if (shape.is === "list") return checkList(node, shape, param);
  if (typeof node !== "string") throw invalidRequest(`Invalid ${shape.is === "text" ? "string" : shape.is}`, { param });
  return checkScalar(node, shape, param);
}

function checkList(node: FormNode, shape: Extract<Shape, { is: "list" }>, param: string): Checked[] {
  if (!(node instanceof Map) || [...node.keys()].some((key) => !/^\d+$/.test(key))) {
    throw invalidRequest("Invalid array", { param });
  }
  if (shape.maxItems !== undefined && node.size > shape.maxItems) {
    throw invalidRequest(`Array ${param} exceeded maximum ${shape.maxItems} allowed elements.`, { param });
  }
  const inOrder = [...node.entries()].sort(([a], [b]) => Number(a) - Number(b));
  return inOrder.map(([index, child]) => check(child, shape.of, `${param}[${index}]`));
}

type Scalar = Exclude<Shape, { is: "fields" | "metadata" | "list" | "unsimulated" }>;

function checkScalar(value: string, shape: Scalar, param: string): Checked {
  if (value === "") {
    const message = `You passed an empty string for '${param}'. Remove it from your request or supply a non-empty value.`;
    throw invalidRequest(message, { code: "parameter_invalid_empty", param });
  }
  switch (shape.is) {
    case "integer": {
      const number = Number(value);
      if (!/^-?\d+$/.test(value) || !Number.isSafeInteger(number)) {
        throw invalidRequest(`Invalid integer: ${value}`, { code: "parameter_invalid_integer", param });
      }
      if (shape.min !== undefined && number < shape.min) {
        const message = `This value must be greater than or equal to ${shape.min}.`;
        throw invalidRequest(message, { code: "parameter_invalid_integer", param });
      }
      return number;
    }
    case "boolean":
      if (value !== "true" && value !== "false") throw invalidRequest(`Invalid boolean: ${value}`, { param });
      return value === "true";
    case "url":
      if (!isHttpUrl(value)) throw invalidRequest("Not a valid URL", { code: "url_invalid", param });
      return value;
    case "email":
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) {
        throw invalidRequest(`Invalid email address: ${value}`, { code: "email_invalid", param });
      }
      return value;
    case "text":
      if (shape.oneOf && !shape.oneOf.includes(value)) {
        throw invalidRequest(`Invalid ${param}: must be one of ${shape.oneOf.join(", ")}`, { param });
      }
      if (shape.maxLength !== undefined && value.length > shape.maxLength) {
        throw invalidRequest(`Invalid string: must be at most ${shape.maxLength} characters`, {
          code: "parameter_invalid_string_too_long",
          param,
        });
      }
      return value;
  }
}

function checkMetadata(node: FormNode, param: string): Record<string, string> {
  if (!(node instanceof Map)) {
    if (node === "") return {};
    throw invalidRequest("Invalid object", { param });
  }
  if (node.size > 50) throw invalidRequest("You can only specify up to 50 metadata keys.", { param });
  const metadata: Record<string, string> = {};
  for (const [key, value] of node) {
    const name = `${param}[${key}]`;
    if (typeof value !== "string") throw invalidRequest("Metadata values must be strings.", { param: name });
    if (key.length > 40) throw invalidRequest("Metadata keys must be at most 40 characters long.", { param: name });
    if (value.length > 500)
      throw invalidRequest("Metadata values must be at most 500 characters long.", { param: name });
    if (value !== "") metadata[key] = value;
  }
  return metadata;
}

function isHttpUrl(value: string): boolean {
  try {
    return ["http:", "https:"].includes(new URL(value).protocol);
  } catch {
    return false;
  }
}
