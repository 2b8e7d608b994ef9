// Allows one process at a time to do work that must not run twice (installing, building, owning a state folder). A lock
// whose owner is gone counts as free, so a killed run never blocks the next one.
import { linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readIfThere } from "./atomic-file.mjs";

/** A zombie still has its process id, but holds nothing any more. */
function isDead(pid) {
  const stat = readIfThere(`/proc/${pid}/stat`);
  return stat !== null && /^[ZX]$/.test(stat.charAt(stat.lastIndexOf(")") + 2));
}

/** Process ids are reused, above all in containers: the start time distinguishes two processes with the same id. */
function startedAt(pid) {
  const stat = readIfThere(`/proc/${pid}/stat`);
  return stat === null ? "" : (stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "");
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return !isDead(pid);
  } catch (error) {
    return error.code === "EPERM";
  }
}

function ownerOf(path) {
  const text = readIfThere(path);
  if (text === null) return null;
  const [pid, started] = text.trim().split(" ");
  const owner = Number(pid);
  return Number.isInteger(owner) && owner > 0 && isAlive(owner) && startedAt(owner) === (started ?? "") ? owner : 0;
}

/** @returns {{ release: () => void } | { heldBy: number }} */
function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${process.pid} ${startedAt(process.pid)}`);
  try {
    for (let tries = 0; tries < 5; tries += 1) {
      try {
        linkSync(draft, path); // atomic: the lock appears with its owner in it, or not at all
        const release = () => ownerOf(path) === process.pid && rmSync(path, { force: true });
        process.once("exit", release);
        return { release };
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
        const owner = ownerOf(path);
        if (owner === process.pid) return { release: () => undefined };
        if (owner) return { heldBy: owner };
        rmSync(path, { force: true });
      }
    }
    throw new Error(`Could not take the lock ${path}`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Waits for the other process, then does the work (and usually finds nothing left to do). */
export async function withLock(path, what, work) {
  let told = false;
  for (;;) {
    const lock = tryLock(path);
    if ("release" in lock) {
      try {
        return await work();
      } finally {
        lock.release();
      }
    }
    if (!told) console.log(`Waiting for process ${lock.heldBy}, which is ${what}.`);
    told = true;
    await sleep(500);
  }
}
