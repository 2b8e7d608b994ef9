import * as z from "zod";
import type { Deps } from "../deps";
import { noteEvent } from "../events/events";
import { refusal } from "../faults/handler";
import { json, methodNotAllowed, readForm, readJson, seeOther } from "../http";
import type { MarketAsked, MarketTold } from "./market";

const WORDS: Record<string, string> = { open: "*", closed: "" };
const COUNTRIES = "'open', 'closed' or country codes such as 'DE,IN'";

const schema = z.strictObject({
  market: z
    .string()
    .transform((word) => WORDS[word] ?? word)
    .pipe(z.string().regex(/^(\*|[A-Z]{2}(,[A-Z]{2})*)?$/, COUNTRIES))
    .optional(),
  orders: z.literal("demo").optional(),
});

/** GET tells how the market stands. POST {market} switches it, {orders: "demo"} places the demo people's orders. A form comes back to the page. */
export async function handleMarket(request: Request, deps: Deps): Promise<Response> {
  if (request.method === "GET") return json({ status: true, ...told(await deps.askMarket({})) });
  if (request.method !== "POST") return methodNotAllowed("GET, POST");
  const form = await readForm(request);
  const parsed = schema.safeParse(form ? Object.fromEntries(form) : await readJson(request));
  if (!parsed.success) return refusal(parsed.error);
  const { market: countries, orders } = parsed.data;
  try {
    const answer = await deps.askMarket({ countries, orders: orders === "demo" });
    note(deps, { countries }, answer);
    return form ? seeOther("/sandbox#market") : json({ status: true, ...told(answer) });
  } catch (error) {
    const message = error instanceof Error ? error.message : "The market could not be switched.";
    noteEvent(deps, `The market: ${message}`);
    return form ? seeOther("/sandbox#market") : json({ status: false, message }, 502);
  }
}

function note(deps: Deps, { countries }: MarketAsked, { placed }: MarketTold): void {
  if (countries !== undefined) noteEvent(deps, `Two operators ${countries === "" ? "closed" : "opened"} the market`);
  if (placed)
    noteEvent(
      deps,
      [`Demo orders: ${placed.placed} placed`, ...placed.refused.map((why) => `refused: ${why}`)].join("; "),
    );
}

function told({ countries, round, opensAtMs, orders, placed }: MarketTold) {
  return {
    market: countries === "*" ? "open" : countries === "" ? "closed" : countries,
    round: round && { month: round.month, closes_at: new Date(round.closesAtMs).toISOString() },
    next_round_opens_at: new Date(opensAtMs).toISOString(),
    open_orders: orders,
    ...(placed ? { demo_orders: placed } : {}),
  };
}
