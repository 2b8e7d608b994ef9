import { row, runWork, together } from "~/db/work";
import { type Ask, askQuery, outcomeOf } from "./ask-once";
import { type Asker, failed, type Failed, type LoginDeps } from "./login-deps";
import { flowWork, type LoginFlow } from "./login-flow";
import { SEND_AGAIN_AFTER_MS, sendLimits } from "./login-limits";
import { sendOnce } from "./start-login";

/** Shorter than the pause between two codes: a later request is for another code. */
const SAME_TAP_MS = 10_000;

export async function resendCode(
  deps: LoginDeps,
  { flowId, asker }: { flowId: string | null; asker: Asker },
): Promise<{ ok: true } | Failed> {
  if (!flowId) return failed({ code: "no-flow" });
  const ask: Ask = { key: await deps.hash(`ask-again:${flowId}`), salt: deps.newSecretId(), againAfterMs: SAME_TAP_MS };
  const { found, asked } = await runWork(
    deps.db,
    together({ found: await flowWork(deps, flowId), asked: row(askQuery(deps.db, ask, deps.nowMs())) }),
  );
  if (found?.state !== "live") return failed({ code: "no-flow" });
  if (asked) return outcomeOf(deps, ask.key, asked);
  const { held } = found;
  const { channel, address: value, sends, userId } = held.flow;
  const limits = await sendLimits(deps, { channel, value }, { ...asker, userId });
  const counted = [...held.flow.counted, ...limits.untilProven];
  held.flow = { ...held.flow, sentAtMs: deps.nowMs(), sends: sends + 1, counted };
  const sent = await sendOnce(deps, held, limits, ask);
  return "other" in sent ? outcomeOf(deps, ask.key, sent.other) : sent;
}

export function resendWaitMs(flow: LoginFlow, nowMs: number): number {
  return Math.max(0, flow.sentAtMs + SEND_AGAIN_AFTER_MS - nowMs);
}
