import { readIfThere } from "./atomic-file.mjs";

/** npm runs a script through a shell, which may outlive npm: watches both, where the system reveals them. */
function parents() {
  const stat = readIfThere(`/proc/${process.ppid}/stat`);
  return `${process.ppid} ${stat === null ? "" : stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]}`;
}

/**
 * Ends this process in an orderly way on a signal, or when the npm that runs it is gone.
 * @returns whether the end has begun
 */
export function endTogether(stopAll) {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await stopAll();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  // A signal sent to `npm` alone does not always reach its script: when npm is gone, stop serving.
  const before = process.env.npm_lifecycle_event ? parents() : null;
  if (before !== null) setInterval(() => parents() !== before && stop(), 500).unref();
  return () => stopping;
}
