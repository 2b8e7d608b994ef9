import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outboxKinds } from "~/core/outbox/kinds";
import { noticeTable } from "~/areas/notices/inside/notice-table";
import { root } from "./project/source-files";

// The table in docs/architecture.md matches the list in the code, and what is named as a cause is one.

const page = readFileSync(join(root, "docs", "architecture.md"), "utf8");
const section = /## What is done later\n[\s\S]*?(?=\n## )/.exec(page)?.[0] ?? "";
const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(", ");

const kinds = Object.entries(outboxKinds).map(([start, kind]) => ({ start, ...kind }));
const notices = Object.entries(noticeTable).map(([kind, notice]) => ({ start: `send-notice:${kind}`, ...notice }));

const fileOf = (name: string) => join(root, name.startsWith("workers/") ? "" : "app", `${name}.ts`);
const read = (name: string) => readFileSync(fileOf(name), "utf8");

describe("the outbox table in the architecture page", () => {
  it("matches the list in the code", () => {
    const rows = section.split("\n").filter((line) => line.startsWith("| `"));
    expect(rows).toEqual(
      kinds.map(({ start, subject, triggers = [], statements = [], handler, urgent }) => {
        const cells = [code([...triggers, ...statements]), code([`${start}:${subject}`]), code([handler])];
        return `| ${cells.join(" | ")} | ${urgent ? "urgent" : "normal"} |`;
      }),
    );
  });

  it("names the files that do the work", () => {
    const runs = read("workers/settlement/outbox");
    for (const { start, handler } of kinds) {
      expect(existsSync(fileOf(handler)), handler).toBe(true);
      expect(runs, start).toContain(`from "~/${handler}"`);
    }
  });
});

describe("what writes a row of the outbox", () => {
  it("is a trigger or a file that says so", () => {
    expect(read("core/outbox/tell-operators")).toContain("INSERT INTO outbox");
    for (const { start, triggers = [], statements = [] } of [...kinds, ...notices]) {
      expect(triggers.length + statements.length, start).toBeGreaterThan(0);
      for (const file of statements) {
        const text = read(file);
        if (!text.includes("INSERT INTO outbox"))
          expect(text, file).toContain(`"${start.replace("send-notice:", "")}"`);
      }
    }
  });
});
