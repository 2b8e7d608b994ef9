// Codes by SMS. The vendor makes and verifies the code; we tie its request id to the number and count the tries.

export class PhoneCodeError extends Error {
  constructor(
    readonly code: "unavailable" | "rejected",
    message: string,
  ) {
    super(message);
    this.name = "PhoneCodeError";
  }
}

export interface PhoneCodes {
  /** @param phone E.164 of India without '+': 91 and ten digits. @returns the vendor's request id. @throws PhoneCodeError */
  send(phone: string): Promise<{ requestId: string }>;
  /** True only if the vendor confirms this very code. @throws PhoneCodeError if there was no answer */
  verify(requestId: string, code: string): Promise<boolean>;
}
