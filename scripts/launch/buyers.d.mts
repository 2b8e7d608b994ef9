/** `pressedAt`: where the button is pressed, if not there. */
type Run = { origin: string; pressedAt?: string };

export type Buyer = { id: string; activated: boolean; idHash: string; cookie: string };

/** Accounts with a session each, which `stageParts` makes. @param secret `SESSION_SECRET` */
export function makeBuyers(count: number, secret: string, options?: { activated?: boolean; prefix?: string }): Buyer[];
export function stageParts(caskId: string, stakes: number, buyers: readonly Buyer[], name?: string): string[][];
export function openOffer(run: Run, caskId: string, buyer: Buyer): Promise<string | undefined>;
export function press(
  run: Run,
  caskId: string,
  buyer: Buyer,
  claim: string | undefined,
  lastMs?: number,
): Promise<{ id: string; outcome: string }>;
export function leaveLine(run: Run, caskId: string, buyer: Buyer): Promise<void>;
