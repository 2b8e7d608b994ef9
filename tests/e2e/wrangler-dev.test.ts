// Plain `npx wrangler dev --port N`, as someone types it after a build: everything from signing up to a certificate,
// and the console.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { findFreePort } from "../../scripts/steps/free-port.mjs";
import { ensureLocalSecrets } from "../../scripts/steps/local-secrets.mjs";
import { root } from "../node/project/source-files";
import { linkTo, pay, waitFor, waitForCertificate } from "./support/checkout-steps";
import { type Run, signInByEmail } from "./support/sign-in";

const folder = mkdtempSync(join(process.env.DUNNAGE_SCRATCH ?? tmpdir(), "dunnage-dev-"));
let wrangler: ChildProcess;
let run: Run;

beforeAll(async () => {
  ensureLocalSecrets();
  cpSync(inject("start").folder, folder, { recursive: true });
  const port = await findFreePort();
  run = { origin: `http://localhost:${port}`, sandboxOrigin: `http://127.0.0.1:${port}` };
  const command = [join(root, "node_modules", "wrangler", "bin", "wrangler.js"), "dev", "--port", String(port)];
  const { CLOCK_AHEAD_MS } = process.env;
  const ahead = CLOCK_AHEAD_MS ? ["--var", `CLOCK_AHEAD_MS:${CLOCK_AHEAD_MS}`] : [];
  wrangler = spawn(process.execPath, [...command, ...ahead, "--persist-to", folder], {
    cwd: root,
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_REGISTRY_PATH: join(folder, "registry") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    wrangler.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()).includes("Ready on") && resolve());
    wrangler.once("exit", (code) => reject(new Error(`wrangler dev ended with ${code}:\n${said}`)));
  });
}, 300_000);

afterAll(async () => {
  const ended = new Promise((resolve) => wrangler.once("exit", resolve));
  wrangler.kill();
  await ended;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** wrangler's own proxy loses a request now and then (`scripts/steps/workers.mjs`), the first one more often: then everyone asks again. */
const LOST = { timeout: 180_000, retry: 3 };

it("leads from a login code to a certificate", LOST, async () => {
  const journey = await signInByEmail(`plain-${randomUUID()}@example.com`, "mode=sign-up", run);
  await journey.visit("/stripe-secure?product=joining-fee");
  await pay(journey);
  await waitFor(journey, "Joining fee successfully paid");
  await journey.visit("/invest");
  await journey.visit(linkTo(journey, "/stripe-secure?cask="));
  await pay(journey);
  await waitFor(journey, "Stake added to your account");
  await waitForCertificate(journey);
  await journey.visit("/wallet?tab=portfolio");
  const file = await journey.fetch(linkTo(journey, "/certificates/"));
  expect(file.headers.get("Content-Type")).toBe("application/pdf");
});
