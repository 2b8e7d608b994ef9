import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { consistencyRanges } from "~/domain/log/merkle";
import { base64, type LogTree } from "../../support/log-tree";
import { checkpointOf, makeSigner, type Signer } from "./log-proofs";

// A site with a log, and the witness that others run: the real program, in a process of its own.

export type LogSite = Awaited<ReturnType<typeof openLogSite>>;

export async function openLogSite() {
  const files = new Map<string, string | Uint8Array>();
  const server = createServer((request, answer) => {
    const file = files.get(request.url ?? "");
    if (file === undefined) answer.writeHead(404);
    answer.end(file);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `${host}/log`;
  const signer = await makeSigner(origin);
  files.set("/log/key", `${signer.key}\n`);
  return {
    ...{ site: `http://${host}`, origin, signer, files },
    checkpoint: (log: LogTree, signers: readonly Signer[] = [signer]) => checkpointOf(log, signers, origin),
    show(log: LogTree, checkpoint: string) {
      for (const [path, tile] of log.tiles) files.set(`/log/${path}`, tile);
      files.set("/log/checkpoint", checkpoint);
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @param old from which the log has grown @param ranges that prove it */
export function requestOf(
  old: number,
  log: LogTree,
  checkpoint: string,
  ranges = old === 0 ? [] : consistencyRanges(old, log.size),
) {
  return `old ${old}\n${log
    .hashes(ranges)
    .map((one) => `${base64(one)}\n`)
    .join("")}\n${checkpoint}`;
}

const PROGRAM = "public/witness.mjs";
const NAME = "witness.example/w1";

/** A folder of its own, with its key. */
export async function newWitness() {
  const state = mkdtempSync(join(tmpdir(), "witness-"));
  const { said } = await runWitness("--new-key", NAME);
  const [, secret = "", key = ""] = /^WITNESS_KEY=(.+)\nkey (.+)\n$/.exec(said) ?? [];
  writeFileSync(join(state, "key"), secret);
  return { state, key, secret, remove: () => rmSync(state, { recursive: true, force: true }) };
}

/** What it keeps of a log. */
export function keptOf(state: string, origin: string) {
  const folder = join(state, createHash("sha256").update(origin).digest("hex"));
  return {
    checkpoint: () => readFileSync(join(folder, "checkpoint"), "utf8"),
    refused: () => readdirSync(folder).filter((name) => name.startsWith("refused-")),
  };
}

/** Until it ends by itself. */
export function runWitness(...words: string[]): Promise<{ code: number; said: string }> {
  const child = execFile(process.execPath, [PROGRAM, ...words]);
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code: code ?? -1, said })));
}

/** Waits for what logs send. */
export async function serveWitness(...words: string[]) {
  const child = execFile(process.execPath, [PROGRAM, ...words, "--port", "0"]);
  let said = "";
  const address = await new Promise<string>((resolve, reject) => {
    child.once("close", () => reject(new Error(said)));
    child.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const [, found] = /listening (\S+)/.exec(said) ?? [];
      if (found) resolve(found);
    });
  });
  const ended = new Promise<number>((resolve) => child.once("close", (code) => resolve(code ?? -1)));
  return {
    ...{ address, said: () => said },
    async send(body: string) {
      const answer = await fetch(`${address}/add-checkpoint`, { method: "POST", body });
      return { status: answer.status, type: answer.headers.get("Content-Type"), text: await answer.text() };
    },
    stop: (signal: NodeJS.Signals = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}
