import type * as z from "zod";
import type { Deps } from "../deps";
import { json, methodNotAllowed, readForm, readJson, seeOther } from "../http";
import { currentFaults, faultsSchema, setFaults } from "./faults";
import { PRESETS } from "./presets";

/** GET shows the faults in force; POST replaces them all, so `{}` clears them. A button's form names them in one word. */
export async function handleFaults(request: Request, deps: Deps): Promise<Response> {
  if (request.method === "GET") return json(currentFaults(deps));
  if (request.method !== "POST") return methodNotAllowed("GET, POST");
  const form = await readForm(request);
  if (form) {
    const name = form.get("set") ?? "";
    setFaults(deps, Object.hasOwn(PRESETS, name) ? (PRESETS[name]?.faults ?? {}) : {});
    return seeOther("/sandbox#faults");
  }
  const parsed = faultsSchema.safeParse(await readJson(request));
  if (!parsed.success) return refusal(parsed.error);
  setFaults(deps, parsed.data);
  return json(parsed.data);
}

export function refusal(error: z.ZodError): Response {
  const issue = error.issues[0];
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const field = [...(issue?.path ?? []), ...unknown].map(String).join(".");
  return json(
    { status: false, field, message: field ? `${field}: ${issue?.message}` : "The body must be a JSON object." },
    400,
  );
}
