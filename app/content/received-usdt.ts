import { formatUsd } from "~/domain/money";

// What arrived of a crypto payment. Apart from the other words about it: the wallet sends this to the browser.

export const coins = (cents: number) => formatUsd(cents).replace("$", "");

export type Short = { receivedCents: number; amountCents: number };

export const receivedOf = ({ receivedCents, amountCents }: Short) =>
  `${coins(receivedCents)} of ${coins(amountCents)} USDT received`;
