/** Cron does not fire in `wrangler dev`: once a minute this asks the sandbox to run the scheduled work. */
export function tickEachMinute(sandboxOrigin, report = (line) => console.warn(line)) {
  let told = false;
  const tick = async () => {
    try {
      const response = await fetch(`${sandboxOrigin}/sandbox/tick`, {
        method: "POST",
        signal: AbortSignal.timeout(50_000),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`it answered ${response.status}`);
      told = false;
    } catch (error) {
      if (!told) report(`The scheduled work did not run: ${error.message}`);
      told = true;
    }
  };
  // At once, too: after a pause of hours what stood still is seen to go on.
  void tick();
  const timer = setInterval(tick, 60_000);
  return () => clearInterval(timer);
}
