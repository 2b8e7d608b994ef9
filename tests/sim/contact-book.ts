import type { Shop } from "./shop";

export const DAY_MS = 86_400_000;

type Contact = { channel: "email" | "sms"; address: string; untilMs: number | null };
/** `kind`: how the email's key goes on after 'notice/'. */
type Expected = { userId: string; kind: string; channel: Contact["channel"]; address: string };

/** How people could be reached and when, written down beside the product, and whom it therefore must have told of what. */
export class ContactBook {
  readonly #contacts = new Map<string, Contact[]>();
  readonly #changedMs = new Map<string, number>();
  readonly expected: Expected[] = [];

  constructor(readonly shop: Shop) {}

  #of(userId: string): Contact[] {
    const known = this.#contacts.get(userId);
    if (known) return known;
    const [user] = this.shop.store.rows<{ email: string | null; phone: string | null }>(
      "SELECT email, phone FROM users WHERE id = ?",
      [userId],
    );
    const contacts: Contact[] = [];
    if (user?.email && !user.email.endsWith(".invalid"))
      contacts.push({ channel: "email", address: user.email, untilMs: null });
    if (user?.phone) contacts.push({ channel: "sms", address: user.phone, untilMs: null });
    this.#contacts.set(userId, contacts);
    return contacts;
  }

  /** Before anything about them is changed. */
  open(userIds: readonly string[]): void {
    for (const userId of userIds) this.#of(userId);
  }

  change(userId: string, channel: Contact["channel"], address: string): void {
    const { nowMs } = this.shop.world;
    const contacts = this.#of(userId);
    for (const one of contacts) if (one.channel === channel && one.untilMs === null) one.untilMs = nowMs;
    contacts.push({ channel, address, untilMs: null });
    this.#changedMs.set(userId, nowMs);
    this.expect(userId, "contact-", 30);
  }

  /** When the account was last given another contact; 0: never. */
  changedMs = (userId: string) => this.#changedMs.get(userId) ?? 0;

  /** Everyone who was reachable within so many days must be told. */
  expect(userId: string, kind: string, days: number): void {
    const { nowMs } = this.shop.world;
    const reached = this.#of(userId).filter(({ untilMs }) => untilMs === null || untilMs > nowMs - days * DAY_MS);
    const addresses = new Map(reached.map((one) => [one.address, one]));
    for (const { channel, address } of addresses.values()) this.expected.push({ userId, kind, channel, address });
  }

  /** Once nothing is due any more. */
  check(): void {
    const { emails, texts, world } = this.shop;
    for (const { userId, kind, channel, address } of this.expected) {
      const asOften = this.expected.filter(
        (one) => one.address === address && (channel === "sms" || one.kind === kind),
      );
      const heard =
        channel === "sms"
          ? texts.filter(({ phone }) => phone === address)
          : emails.filter(({ to, key }) => to === address && key.startsWith(`notice/${kind}`));
      if (heard.length < asOften.length) world.violate("who can be reached is told", `${userId} ${kind} ${channel}`);
    }
  }
}
