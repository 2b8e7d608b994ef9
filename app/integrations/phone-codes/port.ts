// Codes by SMS. The vendor makes and checks the code; we bind its request id to the number and count the tries.

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
  /** @returns the request id to keep from now on (the vendor may replace it). @throws PhoneCodeError */
  resend(requestId: string): Promise<{ requestId: string }>;
  /** True only if the vendor says this very code is right. @throws PhoneCodeError when no answer could be had. */
  verify(requestId: string, code: string): Promise<boolean>;
}
