// Loaded into the tools' Node processes: when the command that started them is killed, they end too, instead of keeping
// the port or interfering with the next run.
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
}, 1_000).unref();
