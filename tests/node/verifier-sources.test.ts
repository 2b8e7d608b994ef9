import { execFile } from "node:child_process";
import { afterAll, describe, expect, it } from "vitest";
import { verifyOrigin } from "../../public/verify-audit.mjs";
import { canonical, type Day, filesOf, makeHistory, resealFrom, sha } from "../support/audit-history";
import { altered, base, dateAt, folderWith, removeFolders, run, votes } from "./support/altered";

// Where the program reads from, a site or files that were kept; what it says to the letter, and how it is called.

afterAll(removeFolders);

const SITE = "https://dunnage.test";
const newest = base.days[5] as Day;
const listAt = (cask: Day["casks"][number] | undefined) => canonical(base.lists.get(cask?.list_sha256 ?? ""));
const votesPath = `/audit/bids/${sha(canonical(votes))}.json`;
const dayPath = (at: number) => `/audit/${dateAt(at)}.json`;
const files = new Map([...filesOf(base), [`audit/lists/${sha(canonical(votes))}.json`, canonical(votes)]]);
const folderOf = (without: string[] = [], more: [string, string][] = []) =>
  folderWith([...[...files].filter(([path]) => !without.includes(path)), ...more]);
const LATEST = "audit/latest.json";

describe("a site", () => {
  /** Answers without a network, and keeps what it was asked for. */
  function siteOf(days: Day[] = base.days) {
    const answers = new Map<string, string | number | Error>([[votesPath, canonical(votes)]]);
    for (const day of days) {
      answers.set(`/audit/${day.date}.json`, canonical(day));
      answers.set("/audit/latest.json", canonical(day));
      for (const cask of day.casks) answers.set(`/audit/${day.date}/${encodeURIComponent(cask.id)}.json`, listAt(cask));
    }
    const asked: string[] = [];
    let [now, most] = [0, 0];
    const get = async (url: string, options?: RequestInit): Promise<Response> => {
      if (new Headers(options?.headers).get("Accept") !== "application/json") throw new Error(`asked for ${url}`);
      asked.push(url.slice(SITE.length));
      most = Math.max(most, (now += 1));
      await new Promise(setImmediate);
      now -= 1;
      const answer = answers.get(url.slice(SITE.length)) ?? 404;
      if (answer instanceof Error) throw answer;
      return typeof answer === "number" ? new Response("", { status: answer }) : new Response(answer);
    };
    const wrong = async (options = {}, origin = SITE) => {
      asked.length = 0;
      const { problems } = await verifyOrigin(origin, { ...options, get: get as typeof fetch });
      return problems.map(
        ({ day, field, what }: Record<string, string>) => `${day} ${field === "" ? "file" : field}: ${what}`,
      );
    };
    return { answers, asked, wrong, most: () => most };
  }

  it("is read from the latest day back, then the lists of the newest day, beside each other", async () => {
    const { asked, wrong, most } = siteOf();
    expect(await wrong({}, `${SITE}//`)).toEqual([]);
    expect(asked.slice(0, 7)).toEqual(["/audit/latest.json", ...[5, 4, 3, 2, 1, 0].map(dayPath)]);
    expect(asked.slice(7).sort()).toEqual(
      [...newest.casks.map(({ id }) => `/audit/${dateAt(5)}/${id}.json`), votesPath].sort(),
    );
    expect(most()).toBe(5);
    expect(await wrong({ days: 2 })).toEqual([]);
    expect(asked.slice(0, 3)).toEqual(["/audit/latest.json", dayPath(5), dayPath(4)]);
  });

  const [one, other] = newest.casks.map(({ id }) => `/audit/${dateAt(5)}/${id}.json`) as [string, string];
  it.each<[string, [path: string, answer: string | number | Error][], string[]]>([
    [
      "a day served otherwise",
      [[dayPath(3), canonical({ ...base.days[3], ledger_rows: "x" })]],
      [`${dateAt(3)} ledger_rows: "x" is not a count`],
    ],
    [
      "latest.json that is another file",
      [[dayPath(5), `${canonical(newest)} `]],
      [
        `${dateAt(5)} file: latest.json and the file of its day differ`,
        `${dateAt(5)} file: is not written canonically`,
      ],
    ],
    [
      "latest.json without its file",
      [[dayPath(5), 404]],
      [`${dateAt(5)} file: latest.json and the file of its day differ`],
    ],
    ["no audit", [["/audit/latest.json", 404]], ["- file: no day's file was found"]],
    ["a day that is missing", [[dayPath(2), 404]], [`${dateAt(3)} previous_date: ${dateAt(2)} is missing`]],
    [
      "a day that is not answered",
      [[dayPath(2), 503]],
      [`${dateAt(3)} file: could not be read on from here: ${dayPath(2)} answers 503`],
    ],
    [
      "lists that are missing, or not answered",
      [
        [one, 404],
        [other, 429],
      ],
      [
        `${dateAt(5)} casks[csk_made_up_0000].list_sha256: the list `,
        `${dateAt(5)} casks[csk_made_up_0001].list: ${other} answers 429`,
      ],
    ],
    ["votes that are missing", [[votesPath, 404]], [`${dateAt(5)} bids[bid_1].list_sha256: the list `]],
    [
      "a list served otherwise",
      [[one, listAt(newest.casks[0]).replace('"issued"', '"void"')]],
      [`${dateAt(5)} casks[csk_made_up_0000].list.stakes: `],
    ],
  ])("with %s fails", async (_, broken, expected) => {
    const { answers, wrong } = siteOf();
    for (const [path, answer] of broken) answers.set(path, answer);
    const said = await wrong();
    for (const what of expected) expect(said).toContainEqual(expect.stringContaining(what));
  });

  it("is not read in circles if a day names itself or a later one", async () => {
    for (const date of [dateAt(5), "2026-12-01"]) {
      const { asked, wrong } = siteOf(altered([["5", "previous_date", date]]));
      expect(await wrong()).toContainEqual(`${dateAt(5)} previous_date: is not a day before this one`);
      expect(asked).toEqual(["/audit/latest.json", dayPath(5)]);
    }
  });
});

describe("files that were kept", () => {
  const served = (days: Day[]): [string, string][] =>
    days.flatMap((day) => [
      [`audit/${day.date}.json`, canonical(day)],
      ...day.casks.map((cask): [string, string] => [`audit/${day.date}/${cask.id}.json`, listAt(cask)]),
    ]);
  const votesFile: [string, string] = [`${sha(canonical(votes))}.json`, canonical(votes)];

  it.each<[string, [string, string][], string[]]>([
    ["as the site serves them", [...served(base.days), votesFile, [LATEST, canonical(newest)]], ["--lists"]],
    ["latest.json alone", [[LATEST, canonical(newest)], ...served([newest]).slice(1), votesFile], ["--days", "1"]],
    [
      "beside others",
      [
        ...served(base.days),
        votesFile,
        [`${dateAt(5)}.json.bak`, "x"],
        ["other.json", "x"],
        [`old-${dateAt(5)}.json`, "x"],
      ],
      [],
    ],
  ])("are read %s", async (_, kept, words) =>
    expect(await run(folderWith(kept), ...words)).toMatchObject({ code: 0, said: expect.stringMatching(/^PASS /) }),
  );

  it.each<[string, [string, string][], string]>([
    [
      "another copy of a day",
      [[`x/${dateAt(5)}.json`, canonical({ ...newest, ledger_rows: 1 })]],
      `FAIL ${dateAt(5)} file: `,
    ],
    [
      "latest.json with other money",
      [[LATEST, canonical(newest).replace('"held_', '"Held_')]],
      `FAIL ${dateAt(5)} file: `,
    ],
    ["latest.json of no day", [[LATEST, "{}"]], "FAIL latest "],
  ])("fail with %s", async (_, more, expected) =>
    expect(await run(folderOf([LATEST], more))).toMatchObject({ code: 1, said: expect.stringContaining(expected) }),
  );

  it("match a list by its hash, else by its cask's name in the folder of its day", async () => {
    const name = `audit/lists/${newest.casks[1]?.list_sha256}.json`;
    const other = (files.get(name) ?? "").replace('"csk_made_up_0001"', '"csk_x"');
    const at = (folder: string): [string, string] => [`${folder}/csk_made_up_0001.json`, other];
    expect((await run(folderOf([name], [at(dateAt(4)), at(dateAt(5))]))).said).toContain(
      `FAIL ${dateAt(5)} casks[csk_made_up_0001].list.cask_id: is "csk_x" (the list has another`,
    );
    expect((await run(folderOf([name], [at(dateAt(4))]))).said).toContain(
      `casks[csk_made_up_0001].list_sha256: the list ${newest.casks[1]?.list_sha256} is missing`,
    );
  });
});

describe("the report", () => {
  const command = (...words: string[]) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      execFile(process.execPath, ["public/verify-audit.mjs", ...words], (error, said, wrong) =>
        resolve({ code: error ? Number(error.code) : 0, said: `${said}${wrong}` }),
      );
    });

  it("says what was checked, and the head to keep; as a command it ends with 0, 1 or 2", async () => {
    const folder = folderOf();
    const said = [
      `PASS ${folder}`,
      `checked: 6 days, ${dateAt(0)} to ${dateAt(5)}, each with the hash of the one before it`,
      `checked: 4 casks on ${dateAt(5)}, and 5 lists with 58 stakes`,
      `head ${dateAt(5)}=${newest.hash}`,
    ];
    expect(await command(folder)).toEqual({ code: 0, said: `${said.join("\n")}\n` });
    expect((await run(folder, folder, "--days", "1")).said.split("\n")[1]).toBe(
      said[1]?.replace(/6 days, \S+/, `1 day, ${dateAt(5)}`),
    );
    expect(await command(folder, "--head", `${dateAt(0)}=${sha("other")}`)).toMatchObject({ code: 1 });
    expect(await command()).toMatchObject({ code: 2, said: expect.stringMatching(/^usage: /) });
  });

  it("notes an earlier day's FAIL, names twenty problems at most, and says where nothing was found", async () => {
    const failed = resealFrom(
      altered([
        ["3", "result", "FAIL"],
        ["3", "reason", "row 12 differs"],
      ]),
      0,
    );
    const of = (days: Day[]) =>
      folderOf(
        base.days.map(({ date }) => `audit/days/${date}.json`).concat(LATEST),
        days.map((day) => [`audit/days/${day.date}.json`, canonical(day)]),
      );
    expect((await run(of(failed))).said.split("\n")[3]).toBe(
      `note: on ${dateAt(3)} the audit itself said FAIL: row 12 differs`,
    );
    const long = makeHistory({ days: 23, casks: 1, stakes: 30, first: "2026-01-01" });
    for (const day of long.days.slice(0, 22)) Object.assign(day.casks[0] ?? {}, { total: 31 });
    const lines = (await run(folderWith(filesOf({ ...long, days: resealFrom(long.days, 0) })))).said.split("\n");
    expect([lines.filter((line) => line.startsWith("FAIL")).length, lines[20]]).toEqual([20, "... and 2 more"]);
    expect(await run(folderWith([]))).toEqual({ code: 1, said: "FAIL - file: no day's file was found" });
  });

  it.each([
    [[]],
    [["--lists"]],
    [[".", "--days", "1.5"]],
    [[".", "--head", `2026-02-30=${sha("x")}`]],
    [[".", "--key", "x"]],
    [[".", "--values"]],
    [["--proof", "--lists"]],
    [["https://a.test", "https://b.test"]],
    [["/no/such/file"]],
  ])("explains its usage: %j", async (words) => {
    expect(await run(...words)).toMatchObject({
      code: 2,
      said: expect.stringContaining("usage: node verify-audit.mjs https://ORIGIN"),
    });
  });
});
