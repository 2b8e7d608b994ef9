// Questions at the terminal.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

export const isSomebodyThere = () => Boolean(process.stdin.isTTY && process.stdout.isTTY);

export async function ask(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Shows the question, and nothing of what is typed or pasted. */
export async function askSecret(question) {
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const stop = new AbortController();
  terminal.once("SIGINT", () => stop.abort(new Error("Stopped.")));
  try {
    return await terminal.question("", { signal: stop.signal });
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    terminal.close();
    process.stdout.write("\n");
  }
}
