import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outboxKinds } from "~/core/outbox/kinds";
import { noticeKinds } from "~/core/outbox/notice-kinds";
import { root } from "./project/source-files";

// The table in docs/architecture.md matches the list in the code.

const page = readFileSync(join(root, "docs", "architecture.md"), "utf8");
const section = /## What is done later\n[\s\S]*?(?=\n## )/.exec(page)?.[0] ?? "";
const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(", ");

const listed = [
  ...Object.entries(outboxKinds).map(([kind, contract]) => ({ start: kind, ...contract })),
  ...Object.entries(noticeKinds).map(([kind, contract]) => ({ start: `send-notice:${kind}`, ...contract })),
];

describe("the outbox table in the architecture page", () => {
  it("matches the list in the code", () => {
    const rows = section.split("\n").filter((line) => line.startsWith("| `"));
    expect(rows).toEqual(
      listed.map(({ start, subject, triggers, statements = [], handler, urgency }) => {
        const cells = [code([...triggers, ...statements]), code([`${start}:${subject}`]), code([handler]), urgency];
        return `| ${cells.join(" | ")} |`;
      }),
    );
  });

  it("names files that exist and do what it says", () => {
    const fileOf = (name: string) => join(root, name.startsWith("workers/") ? "" : "app", `${name}.ts`);
    const read = (name: string) => readFileSync(fileOf(name), "utf8");
    const [runs, sends] = [read("workers/settlement/outbox"), read("areas/notices/send-notice")];
    expect(read("core/outbox/tell-operators")).toContain("INSERT INTO outbox");
    for (const { start, handler, statements = [] } of listed) {
      expect(existsSync(fileOf(handler)), handler).toBe(true);
      const [importer, path] = start.startsWith("send-notice:")
        ? [sends, handler.replace("areas/notices/", "./")]
        : [runs, `~/${handler}`];
      expect(importer, start).toContain(`from "${path}"`);
      for (const file of statements) {
        const text = read(file);
        if (!text.includes("tellOperators(")) expect(text, file).toContain("INSERT INTO outbox");
        else expect([`send-notice:${/notice: "([\w-]+)"/.exec(text)?.[1]}`, file]).toEqual([start, file]);
      }
    }
  });
});
