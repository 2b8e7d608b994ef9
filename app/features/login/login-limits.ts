import type { Limit } from "~/features/limits/take-limits";
import type { LoginDeps } from "./login-deps";
import type { LoginAddress } from "./read-address";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export const SEND_AGAIN_AFTER_MS = 30_000;

/** All codes per channel and day: an alarm for somebody running up our bill from many IPs. */
const MOST_A_DAY = { email: 5_000, sms: 1_000 } as const;

type Needs = Pick<LoginDeps, "hash">;

export type SendLimits = {
  /** Counted before a code is sent. */
  all: Limit[];
  /** Uncounted once the code is entered, since it reached its owner. SMS keep their counts per day and per IP. */
  untilProven: Limit[];
};

export async function sendLimits(deps: Needs, address: LoginAddress, ip: string): Promise<SendLimits> {
  const { channel } = address;
  const [to, from] = await Promise.all([deps.hash(`${channel}:${address.value}`), hashIp(deps, ip)]);
  const pause = { key: `send-pause:${to}`, most: 1, windowMs: SEND_AGAIN_AFTER_MS };
  const quarter = { key: `send-15m:${to}`, most: 3, windowMs: 15 * MINUTE_MS };
  const day = { key: `send-day:${to}`, most: 10, windowMs: DAY_MS };
  const visitor = { key: `send-ip:${from}`, most: 20, windowMs: 60 * MINUTE_MS };
  const everyone = { key: `send-all:${channel}`, most: MOST_A_DAY[channel], windowMs: DAY_MS };
  return {
    all: [pause, quarter, day, visitor, everyone],
    untilProven: channel === "email" ? [pause, quarter, day, visitor] : [pause, quarter],
  };
}

export async function guessLimits(deps: Needs, ip: string): Promise<Limit[]> {
  return [{ key: `guess-ip:${await hashIp(deps, ip)}`, most: 30, windowMs: 10 * MINUTE_MS }];
}

function hashIp(deps: Needs, ip: string): Promise<string> {
  return deps.hash(`ip:${networkOf(ip)}`);
}

/** A household gets a whole /64 of IPv6 addresses, so they count as one. */
export function networkOf(ip: string): string {
  if (!ip.includes(":")) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [head = "", tail] = ip.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
