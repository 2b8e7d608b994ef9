// Loaded into wrangler's processes: when the command that started them is killed outright, they end too instead of keeping the port.
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
}, 1_000).unref();
