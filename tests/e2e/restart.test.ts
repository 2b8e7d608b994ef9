// Kills everything with `kill -9` at a bad moment, then serves the same state again: nothing is lost, nothing happens
// twice. In `npm run assure`, as the kill test is; leases that a dead Worker held: tests/core/outbox/leases.test.ts.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, inject, it } from "vitest";
import { root } from "../node/project/source-files";
import { effort } from "../support/effort";
import { HttpJourney } from "./support/http-journey";
import { enterCode } from "./support/sign-in";

const stateDir = mkdtempSync(join(process.env.DUNNAGE_SCRATCH ?? tmpdir(), "dunnage-restart-"));
let running: ChildProcess | undefined;

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

/** Kills the command and everything it started at once, as a machine crash would. */
async function killAll(): Promise<void> {
  const child = running;
  if (!child?.pid) return;
  const closed = new Promise((resolve) => child.once("close", resolve));
  process.kill(-child.pid, "SIGKILL");
  await closed;
  running = undefined;
}

afterAll(async () => {
  await killAll();
  rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 });
});

async function serve(port: number): Promise<void> {
  const script = join(root, "tests", "e2e", "support", "serve-state.mjs");
  const child = spawn(process.execPath, [script, stateDir, String(port), inject("start").bundle], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, DUNNAGE_SECRETS: JSON.stringify(inject("secrets")) },
  });
  running = child;
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => chunk.toString().includes("ready") && resolve());
    child.once("exit", (code) => reject(new Error(`the Workers ended with ${code}`)));
  });
}

describe.runIf(effort(false, true))("the app, killed while a payment is under way,", () => {
  it("settles it after the restart, and the session is still valid", async () => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const sandbox = `http://127.0.0.1:${port}/sandbox`;
    await serve(port);

    const journey = new HttpJourney();
    await journey.visit(`${origin}/get-started?mode=sign-up`);
    await journey.submit({ email: "restart@example.com" });
    const outbox = await fetch(`${sandbox}/outbox?to=restart@example.com`, { headers: { Accept: "application/json" } });
    const { messages } = (await outbox.json()) as { messages: { code: string }[] };
    await enterCode(journey, messages[0]?.code ?? "");
    // The webhook is under way when everything dies.
    await fetch(`${sandbox}/faults`, {
      method: "POST",
      body: JSON.stringify({ webhooks: { delay_ms: 3000, copies: 2 } }),
    });
    await journey.visit("/stripe-secure?product=joining-fee");
    await journey.submit({}, { button: "Proceed to payment" });
    await journey.submit({}, { button: "outcome=paid" });
    const result = journey.at.url.href;
    await killAll();

    await serve(port);
    for (let tries = 0; tries < 240; tries++) {
      await journey.visit(result);
      if (journey.at.text.includes("Joining fee successfully paid")) break;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    expect(journey.at.text).toContain("Joining fee successfully paid");
    await journey.visit("/wallet?tab=tokens");
    expect(journey.at.text).toMatch(/Tokens\s+1,000/);
  });
});
