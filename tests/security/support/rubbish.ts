import type { Random } from "../../sim/random";

// What a malicious or broken program may send. All of it comes from one random stream.

const BYTES = [[0xc0, 0xaf], [0xf5, 0x80, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xff, 0xfe, 0x00], [0x80]].map(
  (bytes) => new Uint8Array(bytes),
);

export const TEXTS = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udfff\ud800",
  "\ufeff\u200b\u202e",
  "𝔘𝔫𝔦 ज्ञ 🥃",
  "'; DROP TABLE users; --",
  "%",
  "_",
  "%00%0d%0a",
  "%E0%A4%A",
  "..%2f..%2f..%2fetc%2fpasswd",
  "../../../etc/passwd",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "${7*7}",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "true",
  "-0",
  "1e308",
  "9007199254740993",
  "99999999999999999999999",
  "0x10",
  "[]",
  "{}",
  "a@b.co\r\nBcc: c@d.co",
  "\u2028\u2029",
  "x".repeat(5_000),
  "9".repeat(400),
] as const;

const NAMES = [
  ...["cask", "payment", "product", "tab", "dialog", "of", "method", "before", "mode", "ref", "next", "id", "userId"],
  ...["email", "phone_number", "otp", "digit", "intent", "msg91Id", "full_name", "address", "holder_name", "bank_name"],
  ...[
    "ifsc_code",
    "account_number",
    "branch_address",
    "paymentMode",
    "stake_id",
    "cycle_number",
    "shown_cents",
    "_data",
  ],
  ...["user_id", "userID", "amount", "metadata", "lineItems", "__proto__", "constructor", "index", "toString", ""],
] as const;

const SCALARS = [0, -1, 1.5, 1e308, -1e-308, true, false, null];

const RIGHT: Partial<Record<string, readonly string[]>> = {
  tab: ["card", "crypto", "portfolio", "tokens", "rewards"],
  dialog: ["withdraw", "share"],
  of: ["balance", "cycle"],
  intent: ["withdraw", "verify", "resend", "request-access"],
  product: ["joining-fee"],
  paymentMode: ["Bank", "Crypto"],
  to: ["/bank-details", "/wallet?dialog=withdraw"],
  otp: ["123456"],
};

/** Rubbish, or sometimes a valid value, so that the code behind the first check is reached. */
function textFor(random: Random, name: string): string {
  const right = Object.hasOwn(RIGHT, name) ? RIGHT[name] : null;
  return right && random.chance(0.6) ? random.pick(right) : random.pick(TEXTS);
}

export function query(random: Random): string {
  const parts = Array.from({ length: random.between(0, 4) }, () => {
    const name = random.pick(NAMES);
    const text = textFor(random, name);
    // Half of them are encoded as no browser would encode them.
    return random.chance(0.5) ? `${name}=${wellFormed(text)}` : `${name}=${text.replace(/[\s#\0]/g, "+")}`;
  });
  if (random.chance(0.02)) parts.push(`q=${"y".repeat(random.between(1_000, 14_000))}`);
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

const wellFormed = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));

function json(random: Random, depth = 0): unknown {
  const kind = random.weighted({ text: 5, scalar: 2, list: depth < 3 ? 1 : 0, object: depth < 3 ? 2 : 0 });
  if (kind === "text") return random.pick(TEXTS);
  if (kind === "scalar") return random.pick(SCALARS);
  if (kind === "list") return Array.from({ length: random.between(0, 3) }, () => json(random, depth + 1));
  return fields(random, (name) => (random.chance(0.5) ? textFor(random, name) : json(random, depth + 1)));
}

function fields(random: Random, value: (name: string) => unknown): Record<string, unknown> {
  const entries = Array.from({ length: random.between(0, 8) }, () => random.pick(NAMES));
  // Defined, not assigned: in JSON '__proto__' is an ordinary key.
  const object: Record<string, unknown> = {};
  for (const name of entries)
    Object.defineProperty(object, name, { value: value(name), enumerable: true, configurable: true, writable: true });
  return object;
}

export type Body = { body: BodyInit; type: string | null };

/** @param sample a valid body, to be broken in one place */
export function bodyFor(random: Random, sample: Record<string, unknown> | null): Body {
  const kind = random.weighted({ json: 4, spoilt: 4, form: 4, multipart: 1, bytes: 2, deep: 1, empty: 1, lying: 2 });
  const type = (right: string) =>
    random.weighted({ right: 8, wrong: 1, none: 1 }) === "right"
      ? right
      : random.pick([
          null,
          "text/plain",
          "multipart/form-data",
          "application/json; charset=utf-7",
          "x/;;=",
          "multipart/form-data; boundary=",
        ]);
  switch (kind) {
    case "json":
      return { body: JSON.stringify(json(random)) ?? "", type: type("application/json") };
    case "spoilt":
      return {
        body: JSON.stringify(spoil(random, sample ?? fields(random, (name) => textFor(random, name)))),
        type: type("application/json"),
      };
    case "form":
      return { body: form(random, sample), type: type("application/x-www-form-urlencoded") };
    case "multipart":
      return {
        body: multipart(random),
        type: `multipart/form-data; boundary=${random.pick(["b", "b", "c", '"', "b".repeat(90)])}`,
      };
    case "bytes":
      return {
        body: random.pick(BYTES),
        type: type(random.pick(["application/json", "application/x-www-form-urlencoded"])),
      };
    case "deep": {
      const depth = random.pick([100, 5_000, 25_000]);
      const [open, close] = random.pick([
        ["[", "]"],
        ['{"a":', "}"],
      ] as const);
      return { body: `${open.repeat(depth)}1${close.repeat(depth)}`.slice(0, 64_000), type: "application/json" };
    }
    case "lying":
      return { body: form(random, null), type: "application/json" };
    case "empty":
      return { body: "", type: type("application/json") };
  }
}

function spoil(random: Random, sample: Record<string, unknown>): unknown {
  const entries = Object.entries(sample);
  const at = random.between(0, Math.max(0, entries.length - 1));
  return Object.fromEntries(entries.map(([name, value], index) => [name, index === at ? json(random) : value]));
}

function form(random: Random, sample: Record<string, unknown> | null): string {
  const pairs = Object.entries(sample ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  const more = Array.from({ length: random.between(0, 6) }, () => {
    const name = random.pick(NAMES);
    return `${name}=${random.chance(0.7) ? wellFormed(textFor(random, name)) : random.pick(TEXTS)}`;
  });
  return [...pairs, ...more].sort(() => random.next() - 0.5).join("&");
}

function multipart(random: Random): string {
  const part = () =>
    `--b\r\nContent-Disposition: form-data; name="${random.pick(NAMES)}"${random.chance(0.3) ? '; filename="x.exe"' : ""}\r\n\r\n${random.pick(TEXTS)}\r\n`;
  const whole = Array.from({ length: random.between(0, 4) }, part).join("");
  return random.chance(0.6) ? `${whole}--b--\r\n` : whole;
}

const COOKIES = ["session", "login", "contact-change", "toast", "wallet-tab", "__Host-session", "__proto__", "x"];

/** One cookie that is not ours, or not as we write it. */
export function brokenCookie(random: Random): string {
  const value = random.pick([
    "",
    "%",
    "%E0%A4%A",
    "abc.def",
    "e30=.x",
    btoa('{"sid":1}'),
    btoa("null"),
    btoa('"x"'),
    '"',
    "=;=",
    "a".repeat(3_000),
  ]);
  return `${random.pick(COOKIES)}=${value}`;
}
