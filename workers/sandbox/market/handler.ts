import * as z from "zod";
import type { Deps } from "../deps";
import { noteEvent } from "../events/events";
import { refusal } from "../faults/handler";
import { json, methodNotAllowed, readForm, readJson, seeOther } from "../http";
import type { MarketTold } from "./market";

const WORDS: Record<string, string> = { open: "*", closed: "" };
const COUNTRIES = "'open', 'closed' or country codes such as 'DE,IN'";

const schema = z.strictObject({
  market: z
    .string()
    .transform((word) => WORDS[word] ?? word)
    .pipe(z.string().regex(/^(\*|[A-Z]{2}(,[A-Z]{2})*)?$/, COUNTRIES))
    .optional(),
});

/** GET tells where investors can sell to each other. POST {market} switches it. A form comes back to the page. */
export async function handleMarket(request: Request, deps: Deps): Promise<Response> {
  if (request.method === "GET") return json({ status: true, ...told(await deps.askMarket({})) });
  if (request.method !== "POST") return methodNotAllowed("GET, POST");
  const form = await readForm(request);
  const parsed = schema.safeParse(form ? Object.fromEntries(form) : await readJson(request));
  if (!parsed.success) return refusal(parsed.error);
  const { market: countries } = parsed.data;
  try {
    const answer = await deps.askMarket({ countries });
    if (countries !== undefined) noteEvent(deps, `Two operators ${countries === "" ? "closed" : "opened"} resale`);
    return form ? seeOther("/sandbox#market") : json({ status: true, ...told(answer) });
  } catch (error) {
    const message = error instanceof Error ? error.message : "Resale could not be switched.";
    noteEvent(deps, `Resale: ${message}`);
    return form ? seeOther("/sandbox#market") : json({ status: false, message }, 502);
  }
}

const told = ({ countries }: MarketTold) => ({
  market: countries === "*" ? "open" : countries === "" ? "closed" : countries,
});
