// Where the Workers of a local run listen themselves: before them stands wrangler's proxy, which costs this machine as much as they do.
import { readdirSync, readlinkSync } from "node:fs";
import { readIfThere } from "../steps/atomic-file.mjs";

const LISTENS = "0A";

/** Ports on which somebody on this machine listens, by the socket's inode. Linux alone tells. */
function listeningPorts() {
  const ports = new Map();
  for (const table of ["tcp", "tcp6"]) {
    const [, ...rows] = (readIfThere(`/proc/net/${table}`) ?? "").trim().split("\n");
    for (const row of rows) {
      const [, local, , state, , , , , , inode] = row.trim().split(/\s+/);
      if (state === LISTENS) ports.set(inode, Number.parseInt(local.split(":").at(-1), 16));
    }
  }
  return ports;
}

function socketsOf(processId) {
  try {
    const files = readdirSync(`/proc/${processId}/fd`).map((file) => readlinkSync(`/proc/${processId}/fd/${file}`));
    return files.flatMap((file) => /^socket:\[(\d+)\]$/.exec(file)?.[1] ?? []);
  } catch {
    // It has ended, or a file of it was closed meanwhile.
    return [];
  }
}

const workerdIds = (groupId) =>
  readdirSync("/proc").filter((id) => {
    const stat = /^\d+$/.test(id) && readIfThere(`/proc/${id}/stat`);
    if (!stat) return false;
    const [, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(group) === groupId && (readIfThere(`/proc/${id}/cmdline`) ?? "").includes("workerd");
  });

async function isApp(origin) {
  try {
    const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(3_000) });
    return answer.ok && (await answer.text()).startsWith('{"status":"ok"');
  } catch {
    return false;
  }
}

/**
 * @param groupId of the processes of the run
 * @param publicPort where the proxy listens
 * @returns an origin; null where it cannot be told
 */
export async function workersOrigin(groupId, publicPort) {
  const ports = listeningPorts();
  for (const id of workerdIds(groupId))
    for (const socket of socketsOf(id)) {
      const port = ports.get(socket);
      const origin = `http://127.0.0.1:${port}`;
      if (port && port !== publicPort && (await isApp(origin))) return origin;
    }
  return null;
}
