import { giveBackLimits, takeLimits } from "~/features/limits/take-limits";
import { authenticateFlow } from "./authenticate-flow";
import type { LoginDeps } from "./login-deps";
import { type Failed, failed } from "./login-failure";
import { type HeldFlow, type LoginFlow, newFlow, openFlow } from "./login-flow";
import { SEND_AGAIN_AFTER_MS, sendLimits } from "./login-limits";
import type { LoginAddress } from "./read-address";

// Sends a code. It does not even look up whether the address has a user, so the answer cannot reveal it.

export type StartLoginInput = Pick<LoginFlow, "mode" | "ref" | "goal"> & {
  address: LoginAddress;
  /** Hashed before it is counted. */
  ip: string;
};

/** `flowId` goes into the browser's cookie and is the only key to this login. Two round trips. */
export async function startLogin(
  deps: LoginDeps,
  { address, ip, ...rest }: StartLoginInput,
): Promise<{ ok: true; flowId: string } | Failed> {
  const flow = { ...rest, channel: address.channel, address: address.value, sentAtMs: deps.nowMs(), sends: 1 };
  const held = await newFlow(deps, flow);
  const sent = await send(deps, held, address, ip);
  return sent.ok ? { ok: true, flowId: held.id } : sent;
}

/** Sends a new code for a login in progress; the earlier one stops working when the new one is sent. Three round trips. */
export async function resendCode(
  deps: LoginDeps,
  { flowId, ip }: { flowId: string | null; ip: string },
): Promise<{ ok: true } | Failed> {
  const held = await openFlow(deps, flowId);
  if (!held) return failed({ code: "no-flow" });
  const { channel, address, sends } = held.flow;
  held.flow = { ...held.flow, sentAtMs: deps.nowMs(), sends: sends + 1 };
  return send(deps, held, { channel, value: address }, ip);
}

async function send(
  deps: LoginDeps,
  held: HeldFlow,
  address: LoginAddress,
  ip: string,
): Promise<{ ok: true } | Failed> {
  const limits = await sendLimits(deps, address, ip);
  const taken = await takeLimits(deps.db, limits.all, deps.nowMs());
  if (!taken.ok) {
    const [window = ""] = taken.key.split(":");
    deps.log("login-code-refused", { code: window });
    return failed({ code: "too-many", retryAtMs: taken.retryAtMs });
  }
  const fields: Record<string, never> | { email: string } = held.data ? {} : { email: address.value };
  const sent = await authenticateFlow(deps, held, fields);
  if (!sent.ok && sent.failure.code === "unavailable") {
    deps.log("login-code-not-sent", { provider: address.channel });
    await giveBackLimits(deps.db, limits.all, deps.nowMs());
  }
  return sent;
}

/** How long until the next code may be requested; 0 if it may be now. */
export function resendWaitMs(flow: LoginFlow, nowMs: number): number {
  return Math.max(0, flow.sentAtMs + SEND_AGAIN_AFTER_MS - nowMs);
}
