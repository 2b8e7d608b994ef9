import { isClosedAddress } from "~/domain/closed-account";
import { maskContact } from "~/areas/holdings/portfolio/read-rewards";

export type ShownContact = { email: string | null; phone: string | null };

/** Operators see addresses whole; readers see enough to recognise a person, too little to reach them. */
export function shownContact({ email, phone }: ShownContact, mayChange: boolean): ShownContact {
  const mail = isClosedAddress(email) ? null : email;
  const number = phone && `+${phone}`;
  if (mayChange) return { email: mail, phone: number };
  return {
    email: mail && maskContact({ email: mail, phone: null }),
    phone: phone && maskContact({ email: null, phone }),
  };
}
