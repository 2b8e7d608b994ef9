import type { ReadClock } from "~/server/clock";

/** The time of the local run, which the sandbox keeps for all Workers. */
export const readSandboxClock: ReadClock = async ({ SANDBOX }) => {
  if (!SANDBOX) throw new Error("The local run's clock is not bound.");
  const answer = await SANDBOX.fetch("http://sandbox.invalid/sandbox/clock");
  if (!answer.ok) throw new Error(`The local run's clock answered ${answer.status}: ${await answer.text()}`);
  const { ahead_ms: aheadMs } = await answer.json<{ ahead_ms: number }>();
  return () => Date.now() + aheadMs;
};
