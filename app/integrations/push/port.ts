/** A browser, as its push service knows it. */
export type PushTarget = {
  endpoint: string;
  /** The browser's public key and its secret, base64url. */
  p256dh: string;
  auth: string;
};

export type PushMessage = {
  /** JSON for the service worker, at most 3,000 bytes. Only the browser can read it. */
  text: string;
  urgency: "normal" | "high";
  /** How long the push service keeps it for a browser that is not reachable. */
  lifeSeconds: number;
  /** A later message with the same one replaces it there: up to 32 characters of base64url. */
  topic: string;
};

/** The push service cannot be reached, or asks to be asked later. Says nothing of the browser. */
export class PushError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PushError";
  }
}

export interface Pusher {
  /** Which key a browser has to ask its push service for, base64url. */
  publicKey: string;
  /**
   * `gone`: this browser takes nothing more, or never did. `refused`: the service does not accept our keys, which says nothing of
   * the browser.
   * @throws PushError
   */
  send(target: PushTarget, message: PushMessage): Promise<"sent" | "gone" | "refused">;
}
