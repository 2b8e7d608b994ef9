import type { Cookie } from "@remix-run/cloudflare";
import type { Deps } from "~/features/deps";

export type LoginDeps = Pick<Deps, "db" | "nowMs" | "newId" | "origin" | "mailer" | "phoneCodes" | "log"> & {
  /** HMAC-SHA256 under the code secret: what is stored instead of ids, addresses and IPs. */
  hash: (text: string) => Promise<string>;
  /** 256 random bits as text. */
  newSecretId: () => string;
  /** Waits, where another request of the same visitor is about to have an answer. */
  pause: (ms: number) => Promise<void>;
  /** Names the begun login in the browser (signed). */
  flowCookie: Cookie;
};
