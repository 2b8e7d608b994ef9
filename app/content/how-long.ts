function plural(count: number, unit: string) {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** 'in 25 seconds', 'in 12 minutes', 'in 5 hours': rounded up, so that trying then works. */
export function inHowLong(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 90) return `in ${plural(seconds, "second")}`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `in ${plural(minutes, "minute")}` : `in ${plural(Math.ceil(minutes / 60), "hour")}`;
}
