import { sql } from "drizzle-orm";
import type { Statement } from "~/domain/keepers/statement";
import { saveKey } from "~/areas/casks/keepers/register-key";
import { asOperator } from "./as-operator";
import type { TestContext } from "./context";
import { putCask, signIn } from "./people";

// Keepers of warehouses in tests, with keys of their own.

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

export async function makeKey() {
  const { publicKey, privateKey } = (await crypto.subtle.generateKey("Ed25519", true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const raw = (await crypto.subtle.exportKey("raw", publicKey)) as ArrayBuffer;
  const sign = async (text: string) =>
    base64(await crypto.subtle.sign("Ed25519", privateKey, new TextEncoder().encode(text)));
  return { publicKey: base64(raw), sign };
}
export type TestKey = Awaited<ReturnType<typeof makeKey>>;

/** Canonical JSON, written here once more, so that a fault in the app's is not shared. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, inner]) => [key, sorted(inner)]));
};

const canonical = (value: unknown): string => JSON.stringify(sorted(value));

export const line = (number: string, rest: Partial<Statement["casks"][number]> = {}) => ({
  ...{ number, present: true, litres: null, note: "" },
  ...rest,
});

/** The file that is handed in. */
export async function sign(key: TestKey, statement: Statement): Promise<string> {
  return canonical({ signature: await key.sign(canonical(statement)), statement });
}

/** A published cask with a number, in this warehouse. */
export async function putNumbered(context: TestContext, warehouse: string, number: string, published = true) {
  const caskId = await putCask(context, { published: false, name: `Cask ${number}` });
  await context.db.run(sql`UPDATE casks SET warehouse = ${warehouse}, cask_number = ${number} WHERE id = ${caskId}`);
  if (published) await context.db.run(sql`UPDATE casks SET state = 'published' WHERE id = ${caskId}`);
  return caskId;
}

/** Registered by two operators; a second key retires the first. */
export async function registerKey(
  context: TestContext,
  { keeper, warehouse, key }: { keeper: string; warehouse: string; key: TestKey | null },
) {
  const [one, two] = [await signIn(context, { operator: true }), await signIn(context, { operator: true })];
  const fields = { keeper, warehouse, public_key: key?.publicKey ?? "" };
  for (const [person, intent] of [
    [one, "propose"],
    [two, "confirm"],
  ] as const) {
    const outcome = await asOperator(context, person.userId, (operator) =>
      saveKey(context.db, operator, context.newId("chg"), { ...fields, intent }),
    );
    if (!outcome.ok) throw new Error(`the key was not registered: ${outcome.code}`);
  }
  return { one, two };
}
