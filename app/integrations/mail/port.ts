export type Mail = {
  /** Idempotency key: mail with the same key is delivered once. */
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
};

/** `unavailable`: try later. `rejected`: this mail will never be accepted. Messages contain no address and no content. */
export class MailError extends Error {
  constructor(
    readonly code: "unavailable" | "rejected",
    message: string,
  ) {
    super(message);
    this.name = "MailError";
  }
}

export interface Mailer {
  /** @throws MailError */
  send(mail: Mail): Promise<void>;
}
