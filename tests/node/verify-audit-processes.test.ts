import { pathToFileURL } from "node:url";
import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { type Day, filesOf, makeHistory, resealFrom } from "../support/audit-history";
import { caskAt, folderWith, removeFolders } from "./support/audit-folders";

// How the public program shares its work among threads, and what it does when it is started: here in one process, where each start of it is
// looked at.

const PROGRAM = resolve("public/verify-audit.mjs");
const THREADS = "node:worker_threads";
type Report = { ok: boolean; lists: number; problems: { day: string; field: string }[] };
type Program = { verifyFiles: (paths: string[], options?: object) => Promise<Report> };
const load = async () => (vi.resetModules(), (await import("../../public/verify-audit.mjs")) as Program);

/** The jobs of the threads that were started. */
const jobs: object[] = [];
let running: Promise<unknown> = Promise.resolve();
const isMain = { isMainThread: true, parentPort: null, workerData: null };
const inThread = (mocked: object) => vi.doMock(THREADS, () => ({ Worker: Thread, ...mocked }));

/** One thread after another: the program is started again for each, as it is in a thread. */
class Thread {
  private readonly told: Promise<unknown>;
  constructor(url: URL, { workerData }: { workerData: { verifyAudit: object } }) {
    expect(url.pathname).toBe(pathToFileURL(PROGRAM).pathname);
    jobs.push(workerData.verifyAudit);
    this.told = new Promise((tell, fail) => {
      running = running.then(async () => {
        if (JSON.stringify(workerData).includes("broken")) return fail(new Error("a thread that ends"));
        const postMessage = (message: unknown) => tell(structuredClone(message));
        inThread({ isMainThread: false, parentPort: { postMessage }, workerData: structuredClone(workerData) });
        await load();
      });
    });
  }
  once(event: "message" | "error", listener: (what: unknown) => void) {
    if (event === "message") this.told.then(listener, () => undefined);
    else if (event === "error") this.told.catch(listener);
    else throw new Error(`no event is called ${String(event)}`);
    return this;
  }
}

async function verify(folder: string, options: object) {
  jobs.length = 0;
  inThread(isMain);
  const { verifyFiles } = await load();
  return verifyFiles([folder], options);
}

afterEach(() => void vi.doUnmock(THREADS));
afterAll(() => (vi.resetModules(), removeFolders()));

// In three parts: days 30 to 44, 15 to 29, 0 to 14.
const long = makeHistory({ days: 45, casks: 2, stakes: 4, first: "2026-01-01" });
const dateAt = (at: number) => long.days[at]?.date ?? "";
const extra = { id: "val_zz", method: "m", source: "s", supersedes: null, tier: "opinion", value_cents: 1 };

const planted: [string, (days: Day[]) => Day[], string[]][] = [
  ["nothing", (days) => days, []],
  [
    "a valuation that came within a part, and was dropped behind it",
    (days) => {
      for (const day of days.slice(20, 30)) caskAt(day, 1).valuations.push({ ...extra, valued_on: dateAt(20) });
      return resealFrom(days, 20);
    },
    [`${dateAt(30)} casks[csk_made_up_0001].valuations[val_zz]`],
  ],
  ["a day missing between two parts", (days) => days.toSpliced(29, 1), [`${dateAt(30)} previous_date`]],
  [
    "a document dropped behind a day that cannot be read",
    (days) => {
      days.slice(30).forEach((day) => caskAt(day, 0).documents.shift());
      return resealFrom(days, 30).with(29, { ...(days[29] as Day), ledger_rows: "many" as never });
    },
    [`${dateAt(29)} ledger_rows`, `${dateAt(30)} casks[csk_made_up_0000].documents[0].sha256`],
  ],
];

it.each(planted)("days are shared among three threads: %s", async (_, plant, wrong) => {
  const days = plant(structuredClone(long.days));
  const folder = folderWith([...filesOf({ days, lists: long.lists })].filter(([path]) => !path.includes("latest")));
  for (const lists of [false, true]) {
    const one = await verify(folder, { threads: 1, lists });
    expect(jobs).toHaveLength(0);
    expect(one.problems.map(({ day, field }) => `${day} ${field}`)).toEqual(wrong);
    expect(await verify(folder, { threads: 3, lists })).toEqual(one);
    expect(jobs).toHaveLength(3);
  }
});

it("few days and few lists are looked at without a thread, more than 200 lists with as many as there are", async () => {
  const folderOf = (days: number, casks: number) =>
    folderWith(filesOf(makeHistory({ days, casks, stakes: 1, first: "2026-01-01" })));
  expect(await verify(folderOf(20, 1), { threads: 2 })).toMatchObject({ ok: true });
  expect(await verify(folderOf(1, 200), { threads: 2 })).toMatchObject({ ok: true, lists: 200 });
  expect(jobs).toHaveLength(0);
  expect(await verify(folderOf(1, 201), { threads: 2 })).toMatchObject({ ok: true, lists: 201 });
  expect(jobs).toHaveLength(2);
});

it("a thread that ends with an error ends all of it", async () => {
  const days = [...filesOf(long)].map(([path, text]): [string, string] => [`broken/${path}`, text]);
  await expect(verify(folderWith(days), { threads: 2 })).rejects.toThrow("a thread that ends");
});

it.each([
  ["a browser", undefined],
  ["something like Node", { argv: ["", PROGRAM] }],
])("is no command in %s", async (_, other) => {
  const said = vi.spyOn(console, "log").mockReturnValue();
  const known = Object.getOwnPropertyDescriptor(globalThis, "process") ?? expect.fail();
  const node = process;
  inThread(isMain);
  // The program alone finds another one: what runs the tests needs it.
  const get = () => {
    const usual = Error.prepareStackTrace;
    Error.prepareStackTrace = (_, calls) => calls[1]?.getFileName();
    const caller = String(new Error().stack);
    Error.prepareStackTrace = usual;
    return caller.endsWith("verify-audit.mjs") ? other : node;
  };
  Object.defineProperty(globalThis, "process", { configurable: true, get });
  try {
    expect(await load()).toHaveProperty("verifyFiles");
    expect(said).not.toHaveBeenCalled();
  } finally {
    Object.defineProperty(globalThis, "process", known);
    said.mockRestore();
  }
});

it("runs as a command where it is what was started, under its own name or another, and nowhere else", async () => {
  const said = vi.spyOn(console, "log").mockReturnValue();
  const [words, code] = [process.argv, process.exitCode];
  const start = async (mocked: object, ...argv: string[]) => {
    inThread(mocked);
    process.argv = ["node", ...argv];
    process.exitCode = 0;
    said.mockClear();
    await load();
    return [process.exitCode, said.mock.calls.flat().join("\n").slice(0, 6)];
  };
  try {
    const link = join(folderWith([]), "verify");
    symlinkSync(PROGRAM, link);
    for (const path of [PROGRAM, link]) {
      expect(await start(isMain, path)).toEqual([2, "usage:"]);
      expect(await start(isMain, path, folderWith(filesOf(long)), "--days", "1")).toEqual([0, "PASS /"]);
    }
    expect(await start(isMain, resolve("package.json"))).toEqual([0, ""]);
    expect(await start(isMain)).toEqual([0, ""]);
    // A thread of somebody else's.
    for (const workerData of [null, {}])
      expect(await start({ isMainThread: false, parentPort: null, workerData }, PROGRAM)).toEqual([0, ""]);
  } finally {
    process.argv = words;
    process.exitCode = code;
    said.mockRestore();
  }
});
