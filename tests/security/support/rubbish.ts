import fc from "fast-check";

// What a malicious or broken program may send.

const BYTES = [[0xc0, 0xaf], [0xf5, 0x80, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xff, 0xfe, 0x00], [0x80]].map(
  (bytes) => new Uint8Array(bytes),
);

const TEXTS = [
  "",
  " ",
  "a\0b",
  "\ud800",
  "\ufeff\u200b\u202e",
  "'; DROP TABLE users; --",
  "%",
  "_",
  "%00%0d%0a",
  "%E0%A4%A",
  "..%2f..%2f..%2fetc%2fpasswd",
  "../../../etc/passwd",
  "<script>alert(1)</script>",
  "${7*7}",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "-0",
  "1e308",
  "9007199254740993",
  "99999999999999999999999",
  "0x10",
  "a@b.co\r\nBcc: c@d.co",
  "\u2028\u2029",
  "x".repeat(5_000),
  "9".repeat(400),
];

const NAMES = [
  "",
  ...`cask payment product tab dialog of method before mode ref next id userId email phone_number otp digit
  intent msg91Id full_name address holder_name bank_name ifsc_code account_number branch_address
  paymentMode stake_id cycle_number shown_cents _data user_id userID amount metadata lineItems __proto__
  constructor toString`.split(/\s+/),
];

const RIGHT = new Map([
  ["tab", ["card", "crypto", "portfolio", "tokens", "rewards"]],
  ["dialog", ["withdraw", "share"]],
  ["of", ["balance", "cycle"]],
  ["intent", ["withdraw", "verify", "resend", "request-access"]],
  ["product", ["joining-fee"]],
  ["paymentMode", ["Bank", "Crypto"]],
  ["to", ["/bank-details", "/wallet?dialog=withdraw"]],
  ["otp", ["123456"]],
]);

export const rubbishText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
);
const rubbishJson = fc.oneof(rubbishText, fc.jsonValue({ maxDepth: 3 }));
const name = fc.constantFrom(...NAMES);
/** A name that we know with rubbish or sometimes a valid value, so that the code behind the first check is reached. */
const field = name.chain((one) =>
  fc.tuple(fc.constant(one), fc.oneof(...(RIGHT.get(one) ?? []).map((right) => fc.constant(right)), rubbishText)),
);

/** As text: in JSON '__proto__' is an ordinary key, and a key may come twice. */
const jsonObject = fc
  .array(fc.oneof(field, fc.tuple(name, rubbishJson)), { maxLength: 8 })
  .map((fields) => `{${fields.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`);

const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
/** Half of the values are encoded as no browser would encode them. */
const pairs = (maxLength: number) =>
  fc
    .array(fc.tuple(field, fc.boolean()), { maxLength })
    .map((all) =>
      all
        .map(
          ([[key, value], asBrowsersDo]) => `${key}=${asBrowsersDo ? encoded(value) : value.replace(/[\s#\0]/g, "+")}`,
        )
        .join("&"),
    );
export const query = fc.oneof(
  { weight: 40, arbitrary: pairs(4) },
  { weight: 1, arbitrary: fc.integer({ min: 1_000, max: 14_000 }).map((length) => `q=${"y".repeat(length)}`) },
);

type Sample = Record<string, unknown>;
type Body = { body: BodyInit; type: string | null };

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
const WRONG_TYPES = ["text/plain", "multipart/form-data", "application/json; charset=utf-7", "x/;;=", null];
const mostly = (type: string) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(type) },
    { weight: 2, arbitrary: fc.constantFrom(...WRONG_TYPES, "multipart/form-data; boundary=") },
  );

const spoilt = (sample: Sample, at: number, value: unknown) =>
  Object.fromEntries(
    Object.entries(sample).map(([key, right], index, { length }) => [key, index === at % length ? value : right]),
  );
const formOf = (sample: Sample) => Object.entries(sample).map(([key, value]) => `${key}=${encoded(String(value))}`);
const nested = (depth: number, [open, close]: readonly [string, string]) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`.slice(0, 64_000);
const part = fc
  .tuple(name, fc.constantFrom("", '; filename="x.exe"'), rubbishText)
  .map(([key, file, text]) => `--b\r\nContent-Disposition: form-data; name="${key}"${file}\r\n\r\n${text}\r\n`);
const multipart = fc
  .tuple(fc.array(part, { maxLength: 4 }), fc.constantFrom("--b--\r\n", ""))
  .map(([parts, end]) => parts.join("") + end);
const BOUNDARIES = ["b", "b", "c", '"', "b".repeat(90)].map((boundary) => `multipart/form-data; boundary=${boundary}`);

const alone = (body: fc.Arbitrary<BodyInit>, type: fc.Arbitrary<string | null>) =>
  fc.record({ body, type }).map((made) => (): Body => made);

/** Made of a valid body, which is broken in one place, or of nothing. */
export const rubbishBody: fc.Arbitrary<(sample: Sample) => Body> = fc.oneof(
  {
    weight: 4,
    arbitrary: alone(
      fc.oneof(
        jsonObject,
        rubbishJson.map((all) => JSON.stringify(all)),
      ),
      mostly(JSON_TYPE),
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.nat(), rubbishJson, mostly(JSON_TYPE))
      .map(([at, value, type]) => (sample: Sample) => ({ body: JSON.stringify(spoilt(sample, at, value)), type })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(pairs(6), mostly(FORM))
      .map(([more, type]) => (sample: Sample) => ({ body: [more, ...formOf(sample)].join("&"), type })),
  },
  { weight: 1, arbitrary: alone(multipart, fc.constantFrom(...BOUNDARIES)) },
  { weight: 2, arbitrary: alone(fc.constantFrom(...BYTES), fc.oneof(mostly(JSON_TYPE), mostly(FORM))) },
  {
    weight: 1,
    arbitrary: alone(
      fc
        .tuple(fc.constantFrom(100, 5_000, 25_000), fc.constantFrom(["[", "]"] as const, ['{"a":', "}"] as const))
        .map((all) => nested(...all)),
      fc.constant(JSON_TYPE),
    ),
  },
  { weight: 2, arbitrary: alone(pairs(6), fc.constant(JSON_TYPE)) },
  { weight: 1, arbitrary: alone(fc.constant(""), mostly(JSON_TYPE)) },
);

const COOKIES = ["session", "login", "contact-change", "toast", "wallet-tab", "__Host-session", "__proto__", "x"];
const COOKIE_VALUES = ["", "%", "%E0%A4%A", "abc.def", "e30=.x", '"', "=;=", "a".repeat(3_000)];

/** One cookie that is not ours, or not as we write it. */
export const brokenCookie = fc
  .tuple(fc.constantFrom(...COOKIES), fc.constantFrom(...COOKIE_VALUES, btoa('{"sid":1}'), btoa("null"), btoa('"x"')))
  .map((both) => both.join("="));
