import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "prettier";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WORKFLOW_FILE, workflowText } from "~/content/audit-workflow";
import { company } from "~/content/company";
import { VERIFY_PATH } from "~/content/page-paths";
import { makeHistory, resealFrom, sha } from "../support/audit-history";
import { type AuditSite, openAuditSite } from "./support/audit-site";

// The workflow that anyone may copy from /audit/verify: what is written, and what its steps do.

const PROGRAM_SHA256 = sha(readFileSync("public/verify-audit.mjs", "utf8"));
const text = workflowText(PROGRAM_SHA256);

describe("the text", () => {
  it("is YAML", async () => {
    expect(await format(text, { parser: "yaml", printWidth: 200 })).toBe(text);
  });

  it("runs each day, may do nothing but keep its own file, and pins every action by its commit", () => {
    expect(text).toMatch(/\n {2}schedule:\n {4}- cron: "\d+ \d+ \* \* \*"\n/);
    expect(text).toContain("\npermissions: {}\n");
    expect(text.match(/^ +\w+: write/gm)).toEqual(["      contents: write"]);
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
  });

  it("stands once: the docs lead to it", () => {
    const docs = readFileSync("docs/assurance.md", "utf8");
    expect(docs).toContain(VERIFY_PATH);
    expect(docs).toContain("app/content/audit-workflow.ts");
    expect(docs).not.toContain("runs-on:");
    expect(WORKFLOW_FILE).toMatch(/^\.github\/workflows\/[\w-]+\.yml$/);
  });
});

describe("its steps", () => {
  const history = makeHistory({ days: 5, casks: 2, stakes: 4 });
  const upTo = (days: number) => ({ ...history, days: history.days.slice(0, days) });
  const folder = mkdtempSync(join(tmpdir(), "workflow-"));
  const copy = join(folder, "copy");
  let site: AuditSite;
  let steps: string[];

  beforeAll(async () => {
    site = await openAuditSite(upTo(3));
    const here = text.replaceAll(company.siteUrl, site.origin);
    // Each `run: |` with what is indented below it.
    steps = [...here.matchAll(/\n( +)run: \|\n((?:\1 {2}.*\n)+)/g)].map(([, indent = "", lines = ""]) =>
      lines.replaceAll(`${indent}  `, ""),
    );
    mkdirSync(copy);
    execFileSync("git", ["init", "-q", "--bare", join(folder, "kept.git")]);
    execFileSync("git", ["clone", "-q", join(folder, "kept.git"), copy], { stdio: "ignore" });
  });
  afterAll(() => {
    site.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** As GitHub runs them: one after the other, until one fails. Without blocking, so that the site can answer. */
  async function runSteps(): Promise<{ failed: number | null; said: string }> {
    let said = "";
    for (const [at, step] of steps.entries()) {
      const isRight = await new Promise<boolean>((ended) => {
        execFile("bash", ["-e", "-c", step], { cwd: copy }, (error, out, wrong) => {
          said += out + wrong;
          ended(error === null);
        });
      });
      if (!isRight) return { failed: at, said };
    }
    return { failed: null, said };
  }
  const kept = () =>
    execFileSync("git", ["show", "HEAD:heads.txt"], { cwd: join(folder, "kept.git"), encoding: "utf8" });
  const heads = (...days: number[]) =>
    days.map((at) => `${history.days[at]?.date}=${history.days[at]?.hash}\n`).join("");

  it("keep the head of each day in the repository, the same one once", async () => {
    expect(steps).toHaveLength(3);
    expect(await runSteps()).toMatchObject({ failed: null, said: expect.stringContaining("PASS") });
    expect(kept()).toBe(heads(2));
    site.show(upTo(4));
    for (let time = 0; time < 2; time += 1) expect((await runSteps()).failed).toBeNull();
    expect(kept()).toBe(heads(2, 3));
  });

  it("fail when the past was rewritten, name the first day that differs, and keep nothing of it", async () => {
    const days = structuredClone(history.days);
    for (const day of days.slice(1)) day.ledger_head = sha(day.ledger_head);
    site.show({ ...history, days: resealFrom(days, 1) });
    const { failed, said } = await runSteps();
    expect(failed).toBe(1);
    expect(said).toContain(`FAIL ${history.days[2]?.date} hash`);
    expect(kept()).toBe(heads(2, 3));
  });

  it("fail when the site is gone, or another program lies there", async () => {
    site.show(upTo(5));
    site.break("/audit/latest.json", 503);
    expect(await runSteps()).toMatchObject({ failed: 1 });
    rmSync(join(copy, "verify-audit.mjs"));
    site.break("/verify-audit.mjs", (program) => `${program}\n`);
    expect(await runSteps()).toMatchObject({ failed: 0, said: expect.stringContaining("FAILED") });
  });
});
