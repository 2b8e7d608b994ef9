import type { LoginAddress } from "./read-address";

/** 'i•••••@dunnage.test', '+91 ••••• ••210': enough to notice a typo, too little to read over a shoulder. */
export function maskAddress({ channel, value }: LoginAddress): string {
  if (channel === "sms") return `+91 ••••• ••${value.slice(-3)}`;
  const at = value.lastIndexOf("@");
  return `${value.slice(0, 1)}•••••${value.slice(at)}`;
}

/** 'asha@example.com', '+91 98765 43210': for the person who typed it, so that they see a typing error. */
export function wholeAddress({ channel, value }: LoginAddress): string {
  return channel === "sms" ? `+91 ${value.slice(2, 7)} ${value.slice(7)}` : value;
}
