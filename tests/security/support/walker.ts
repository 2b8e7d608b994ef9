import type { Answered, App } from "../../support/serve-app";

/** Whose every value is unmistakable. */
export const PERSON = {
  name: "Zephyrine Quillfeather",
  email: "zephyrine.quillfeather@canary-post.example",
  newEmail: "quillfeather.after@canary-post.example",
  phone: "9812345067",
  newPhone: "9812345068",
  address: "77 Wyvern Close, Llanfairpwll",
  holder: "Zephyrine Holderling",
  bank: "Canary Wharf Cooperative",
  ifsc: "CNRY0424242",
  account: "424242987654321",
  branch: "Upper Wyvern Branch",
};
export const BANK = {
  holder_name: PERSON.holder,
  bank_name: PERSON.bank,
  ifsc_code: PERSON.ifsc,
  account_number: PERSON.account,
};

export type Step = { asked: string; answered: Answered };

/** A browser without JavaScript at the Worker's entry: keeps cookies and records every answer. */
export class Walker {
  readonly steps: Step[] = [];
  readonly cookies = new Map<string, string>();

  constructor(
    readonly app: App,
    readonly ip: string,
  ) {}

  get(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    return this.#ask(path, { headers });
  }

  post(path: string, fields: Record<string, string>): Promise<Answered> {
    return this.#ask(path, { method: "POST", body: new URLSearchParams(fields) });
  }

  call(method: string, path: string, token: string, body?: object): Promise<Answered> {
    const headers = { Authorization: `Bearer ${token}` };
    return this.#ask(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  }

  /** The latest code sent to this address. */
  async codeFor(to: string): Promise<string> {
    const outbox = await this.app.ask(`/sandbox/outbox?to=${encodeURIComponent(to)}`, {
      headers: { Accept: "application/json" },
    });
    const { messages } = JSON.parse(outbox.text) as { messages: { code: string | null }[] };
    return messages.find(({ code }) => code)?.code ?? "";
  }

  async #ask(path: string, init: RequestInit): Promise<Answered> {
    const headers = new Headers(init.headers);
    headers.set("CF-Connecting-IP", this.ip);
    headers.set("Accept", "text/html");
    if (!headers.has("Authorization"))
      headers.set("Cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const answered = await this.app.ask(path, { ...init, headers });
    await this.app.settled();
    for (const line of answered.cookies) {
      const [pair = ""] = line.split(";");
      const name = pair.slice(0, pair.indexOf("="));
      if (/Max-Age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(name.length + 1));
    }
    this.steps.push({ asked: `${init.method ?? "GET"} ${path}`, answered });
    return answered;
  }
}
