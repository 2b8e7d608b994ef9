import type { Cookie } from "@remix-run/cloudflare";
import type { Deps } from "~/core/deps";

export type LoginDeps = Pick<Deps, "db" | "nowMs" | "newId" | "origin" | "mailer" | "phoneCodes" | "log"> & {
  /** HMAC-SHA256 with the code secret, stored in place of ids, addresses and IPs. */
  hash: (text: string) => Promise<string>;
  /** 256 random bits as text. */
  newSecretId: () => string;
  /** Waits while another request of the same visitor is about to be answered. */
  pause: (ms: number) => Promise<void>;
  /** The signed cookie that names the login in progress. */
  flowCookie: Cookie;
};
