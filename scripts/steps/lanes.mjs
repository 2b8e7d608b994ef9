// Runs lanes of sections beside each other, prints what each section said once it is over, then the slowest test files,
// what failed and, as the last line, how many checks passed and failed.
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SLOWEST = 10;
const MEMORY = "/dev/shm";
const ROOM_BYTES = 2 * 1024 ** 3;
const secondsSince = (startedMs) => (Date.now() - startedMs) / 1000;

/** In memory where there is room for it: on a disk every commit to D1 waits, some 200,000 times in a run. */
function placeForScratch() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Its own sections first, then what is left for whichever lane is free. */
async function runLane(lane, left, scratch) {
  const results = [];
  for (const next = [...lane]; next.length > 0 || left.length > 0;) {
    const { title, work } = next.shift() ?? left.shift();
    const startedMs = Date.now();
    const result = await work(scratch);
    const { passed, failed, output = "" } = result;
    const seconds = secondsSince(startedMs);
    console.log(
      `\n=== ${title}\n${output.trim() === "" ? "" : `${output.trimEnd()}\n`}--- ${title}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`,
    );
    results.push({ title, seconds, ...result });
  }
  return results;
}

function tellSlowest(files) {
  console.log("\nThe slowest test files");
  for (const { name, seconds } of files.slice(0, SLOWEST)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

/** Beside the last line, because the section that failed may have scrolled far away. */
function tellFailures(sections) {
  const failed = sections.filter((section) => section.failed > 0);
  if (failed.length === 0) return;
  console.log("\nWhat failed");
  for (const { title, failures = [] } of failed) {
    console.log([title, ...failures].join("\n  "));
  }
}

/**
 * Ends with the exit code 1 if anything failed.
 * @param lanes each a list of sections that run one after the other
 * @param left sections that the lanes take once their own are over
 */
export async function runLanes(lanes, left = []) {
  const startedMs = Date.now();
  const scratch = mkdtempSync(join(placeForScratch(), "dunnage-test-"));
  process.on("exit", () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
  const done = (await Promise.all(lanes.map((lane) => runLane(lane, left, scratch)))).flat();
  const files = done.flatMap((section) => section.files ?? []).sort((one, other) => other.seconds - one.seconds);
  if (files.length > 0) tellSlowest(files);
  tellFailures(done);
  const [passed, failed] = ["passed", "failed"].map((key) => done.reduce((sum, section) => sum + section[key], 0));
  console.log(`\nAll of it took ${secondsSince(startedMs).toFixed(0)} s.\n\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
