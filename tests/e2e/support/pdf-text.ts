// What a PDF says to the tool that people use to get text out of one.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";

const execute = promisify(execFile);

/** Line by line as they stand on the pages, the blanks between columns as one; pages end with a form feed. */
export async function pdfLines(bytes: Uint8Array): Promise<string[]> {
  const pdftotext = inject("pdftotext");
  if ("problem" in pdftotext) throw new Error(pdftotext.problem);
  const folder = await mkdtemp(join(tmpdir(), "dunnage-paper-"));
  try {
    await writeFile(join(folder, "paper.pdf"), bytes);
    const args = ["-layout", "-enc", "UTF-8", join(folder, "paper.pdf"), "-"];
    const { stdout } = await execute(pdftotext.path, args, { maxBuffer: 16_000_000 });
    return stdout
      .replaceAll("\f", "\f\n")
      .split("\n")
      .map((line) => (line.includes("\f") ? "\f" : line.replace(/\s+/g, " ").trim()))
      .filter((line) => line !== "");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
