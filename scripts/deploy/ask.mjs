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
  terminal.once("SIGINT", () => process.exit(130));
  const answer = await terminal.question("");
  terminal.close();
  process.stdout.write("\n");
  return answer;
}
