import { readIfThere } from "./atomic-file.mjs";

/** npm runs a script through a shell, which may outlive it: both are looked at where the system tells. */
function parents() {
  const stat = readIfThere(`/proc/${process.ppid}/stat`);
  return `${process.ppid} ${stat === null ? "" : stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]}`;
}

/**
 * Ends this process in good order when it is told to, or when the npm that runs it is gone.
 * @returns whether that has begun
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
  // A signal sent to `npm` alone does not always reach what npm runs: when npm is gone, so is the wish to serve.
  const before = process.env.npm_lifecycle_event ? parents() : null;
  if (before !== null) setInterval(() => parents() !== before && stop(), 500).unref();
  return () => stopping;
}
