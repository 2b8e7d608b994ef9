import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { canonical, type History } from "../../support/audit-history";

// A site that publishes a made-up history at the product's addresses.

export type AuditSite = {
  origin: string;
  /** @param files besides the audits, by path */
  show: (history: History, files?: ReadonlyMap<string, string | Uint8Array>) => void;
  break: (path: string, body: Broken) => void;
  stop: () => void;
};
type Broken = number | ((body: string) => string);
type Answers = Map<string, string | Uint8Array>;

/** What stands at each address. */
function answersOf({ days, lists }: History): Answers {
  const answers: Answers = new Map();
  for (const day of days) {
    answers.set(`/audit/${day.date}.json`, canonical(day));
    answers.set("/audit/latest.json", canonical(day));
    for (const { id, list_sha256: hash } of day.casks) {
      const list = lists.get(hash);
      if (list) answers.set(`/audit/${day.date}/${id}.json`, canonical(list));
    }
  }
  return answers.set("/verify-audit.mjs", readFileSync("public/verify-audit.mjs", "utf8"));
}

export async function openAuditSite(history: History): Promise<AuditSite> {
  let answers = answersOf(history);
  let broken = new Map<string, Broken>();
  const server: Server = createServer((request, response) => {
    const path = request.url ?? "";
    const wrong = broken.get(path);
    const body = answers.get(path);
    if (body === undefined || typeof wrong === "number")
      response.writeHead(typeof wrong === "number" ? wrong : 404).end();
    else response.end(wrong ? wrong(String(body)) : body);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    show: (other, files = new Map()) => {
      answers = new Map([...answersOf(other), ...files]);
      broken = new Map();
    },
    break: (path, how) => void broken.set(path, how),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
