import { type Limit, networkOf, type Tally } from "~/core/limits";
import { addressTag, type Asker, type LoginDeps } from "./login-deps";
import type { LoginAddress } from "./read-address";
import { DAY_MS } from "~/domain/calendar-date";

// Limits go by the asker: the browser, or its network if it never proved this address. The address itself is never a reason to refuse, or
// a stranger could lock its owner out. Thousands share a carrier's network, so a code that was entered is given back to it.

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

export const SEND_AGAIN_AFTER_MS = 30_000;

type LoginLimitsDeps = Pick<LoginDeps, "hash">;

export type SendLimits = {
  addressHash: string;
  isKnown: boolean;
  all: Limit[];
  proven: Limit[];
  tallies: Tally[];
  busy: { strangers: string; everyone: string };
  untilProven: string[];
};

export const everyoneKey = (channel: LoginAddress["channel"]) => `send-all:${channel}`;

export async function sendLimits(deps: LoginLimitsDeps, address: LoginAddress, asker: Asker): Promise<SendLimits> {
  const { channel } = address;
  const addressHash = await hashAddress(deps, address);
  const isKnown = asker.known.includes(addressTag(addressHash));
  const [own, network] = await Promise.all([
    deps.hash(`${whoAsks(asker)}:${addressHash}`),
    hashNetwork(deps, asker.ip),
  ]);
  const ofAsker: Limit[] = [
    { key: `send-pause:${own}`, most: 1, windowMs: SEND_AGAIN_AFTER_MS },
    { key: `send-15m:${own}`, most: 3, windowMs: 15 * MINUTE_MS },
    { key: `send-day:${own}`, most: 10, windowMs: DAY_MS },
    ...(asker.userId ? [{ key: `send-account:${asker.userId}`, most: 20, windowMs: DAY_MS }] : []),
  ];
  const ofItsNetwork: Limit[] = [
    { key: `send-network:${network}`, most: 20, windowMs: HOUR_MS },
    { key: `send-network-day:${network}`, most: 100, windowMs: DAY_MS },
  ];
  const strangers = { key: `send-strangers:${addressHash}`, windowMs: DAY_MS };
  const everyone = { key: everyoneKey(channel), windowMs: DAY_MS };
  const all = isKnown ? ofAsker : [...ofAsker, ...ofItsNetwork];
  const back = channel === "email" ? all : all.filter(({ key }) => !key.startsWith("send-day:"));
  return {
    addressHash,
    isKnown,
    all,
    proven: provenLimits(channel, addressHash),
    tallies: isKnown ? [everyone] : [strangers, everyone],
    busy: { strangers: strangers.key, everyone: everyone.key },
    untilProven: [...back, ...(isKnown ? [] : [strangers])].map(({ key }) => key),
  };
}

/** A stranger cannot enter the code, and so cannot use up what is the owner's. */
export const provenLimits = (channel: LoginAddress["channel"], addressHash: string): Limit[] =>
  channel === "email" ? [] : [{ key: `proven-sms:${addressHash}`, most: 20, windowMs: DAY_MS }];

function whoAsks({ userId, browserId, ip }: Asker): string {
  if (userId) return `user:${userId}`;
  return browserId ? `browser:${browserId}` : `ip:${ip}`;
}

export function hashAddress(deps: LoginLimitsDeps, { channel, value }: LoginAddress): Promise<string> {
  return deps.hash(`${channel}:${value}`);
}

export const ofNetwork = (counted: readonly string[]) => counted.filter((key) => key.startsWith("send-network"));

/** Neighbours cannot use up each other's tries. */
export async function guessLimits(deps: LoginLimitsDeps, flowId: string): Promise<Limit[]> {
  return [{ key: `guess:${await deps.hash(`guess:${flowId}`)}`, most: 30, windowMs: 10 * MINUTE_MS }];
}

async function hashNetwork(deps: LoginLimitsDeps, ip: string): Promise<string> {
  return deps.hash(`ip:${networkOf(ip)}`);
}
