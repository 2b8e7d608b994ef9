import * as z from "zod";
import type { Deps } from "../deps";
import { runDueWork } from "../due-work";
import { refusal } from "../faults/handler";
import { json, methodNotAllowed, readForm, readJson, seeOther } from "../http";
import { clockState, DAY_MS, isMoving, moveClock, type Moved } from "./clock";

const MOST_DAYS = 3_660;
/** A form that asks for more comes back at once, to a page that shows how far it is. */
const AWAITED_DAYS = 31;
const schema = z.strictObject({ advance_days: z.number().int().min(0).max(MOST_DAYS).optional() });

/**
 * GET returns the time. POST {advance_days} moves it forward and answers what ran, after it has ended a move that was cut off; without
 * days it does only that. A form comes back to the page, at once if the way is long, and moves nothing if the clock has moved since its page was made.
 */
export async function handleClock(request: Request, deps: Deps): Promise<Response> {
  if (request.method === "GET") return json(told(deps));
  if (request.method !== "POST") return methodNotAllowed("GET, POST");
  const form = await readForm(request);
  const parsed = schema.safeParse(form ? fieldsOf(form) : await readJson(request));
  if (!parsed.success) return refusal(parsed.error);
  const { advance_days: days = 0 } = parsed.data;
  if (form) {
    const isSeen = form.get("seen") === String(clockState(deps).aheadMs);
    if (isSeen && !isMoving(deps)) {
      const isFar = clockState(deps).daysLeft + days > AWAITED_DAYS;
      const moving = move(deps, days);
      if (!isFar) await moving;
    }
    return seeOther("/sandbox#clock");
  }
  if (isMoving(deps)) return json({ ...told(deps), status: false, message: "The clock is being moved already." }, 409);
  return move(deps, days);
}

/** Goes on if the client goes away. */
function move(deps: Deps, days: number): Promise<Response> {
  const moving = moveAndTell(deps, days);
  deps.keepGoing(moving);
  return moving;
}

async function moveAndTell(deps: Deps, days: number): Promise<Response> {
  let moved: Moved;
  try {
    moved = await moveClock(deps, runDueWork, days);
  } catch (error) {
    const why = error instanceof Error ? error.message : "The scheduled work failed.";
    return json({ ...told(deps), status: false, message: why }, 502);
  }
  return json({ ...told(deps), ...moved });
}

function told(deps: Deps) {
  const { aheadMs, daysLeft } = clockState(deps);
  const now = new Date(deps.nowMs()).toISOString();
  return {
    status: true,
    now,
    ahead_ms: aheadMs,
    ahead_days: Math.floor(aheadMs / DAY_MS),
    days_left: daysLeft,
    moving: isMoving(deps),
  };
}

const fieldsOf = (form: URLSearchParams) => ({ advance_days: Number(form.get("advance_days") ?? 0) });
