// Loaded into the tools' Node processes: when the command that started them is killed outright, they end too, instead of
// keeping the port or working on against the next run.
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
}, 1_000).unref();
