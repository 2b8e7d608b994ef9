import { isClosedAddress } from "~/domain/closed-account";

/** '••••••1234' or 'a•••@example.com': enough to recognise a person, too little to reach them. */
export function maskContact({ phone, email }: { phone: string | null; email: string | null }): string {
  if (phone) return `••••••${phone.slice(-4)}`;
  if (!email || isClosedAddress(email)) return "••••••";
  return `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf("@"))}`;
}
