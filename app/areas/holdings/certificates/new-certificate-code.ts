import { CODE_LENGTH, CODE_LETTERS } from "~/domain/certificate-code";

/** The public code of a certificate: each letter equally likely. */
export function newCertificateCode(): string {
  // Bytes past the last whole round of the letters would make the first ones likelier.
  const fair = 256 - (256 % CODE_LETTERS.length);
  let code = "";
  while (code.length < CODE_LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair) code += CODE_LETTERS.charAt(byte % CODE_LETTERS.length);
  }
  return code;
}
