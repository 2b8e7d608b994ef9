// Text messages that tell users about their money. Their wording is registered with the networks: only the values vary.

/** `unavailable`: try later. `rejected`: this message will never be accepted. */
export class TextError extends Error {
  constructor(
    readonly code: "unavailable" | "rejected",
    message: string,
  ) {
    super(message);
    this.name = "TextError";
  }
}

export type TextMessage = {
  /** E.164 of India without '+': 91 and ten digits. */
  phone: string;
  /** The news, at most 30 characters, as the networks allow for one value. */
  what: string;
  /** As it is shown, such as '$104.00'. */
  amount: string;
  /** The token in the address of the page that stops it: the message is then the other registered one. */
  stop?: string;
};

export interface Texter {
  /** Sent again when no answer came: the vendor knows no idempotency key. @throws TextError */
  send(message: TextMessage): Promise<void>;
}
