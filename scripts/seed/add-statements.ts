import { sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { canonicalJson, type Json } from "~/domain/audit/canonical-json";
import { handInByOperator } from "~/areas/casks/keepers/hand-in-statement";
import { readKeeper } from "~/areas/casks/keepers/read-keeper";
import { saveKey } from "~/areas/casks/keepers/register-key";
import { sessionOf } from "./add-papers";
import { asOperator } from "./as-operator";
import { depsAt, type World } from "./world";

// What two invented keepers signed: one in time, one so long ago that it is late. Their keys are made here and kept by nobody. Of the third
// warehouse nobody signs, so that this shows as well.

const DAY_MS = 86_400_000;
const REGISTERED_DAYS_AGO = 90;

const signers = [
  {
    keeper: "carrick-brae",
    warehouse: "Carrick Brae Bond, Speyside, Scotland",
    email: "records@carrick-brae.example",
    daysAgo: [42, 12],
    note: "Dunnage row 4, bung sound.",
  },
  {
    keeper: "leith-shore",
    warehouse: "Leith Shore Bond No. 4, Edinburgh, Scotland",
    email: "stock@leith-shore.example",
    daysAgo: [47],
    note: "",
  },
];

/** Adds what is missing: a keeper who has signed anything is left alone. */
export async function addStatements(world: World, staff: { operatorId: string; secondId: string }): Promise<void> {
  for (const signer of signers) {
    const known = await runWork(world.db, readKeeper(world.db, signer.keeper));
    if (known && known.handedIn.length > 0) continue;
    const key = await makeKey();
    await register(world, staff, { ...signer, publicKey: key.publicKey });
    for (const days of signer.daysAgo)
      await state(world, staff.operatorId, { ...signer, atMs: world.nowMs - days * DAY_MS }, key);
  }
}

async function makeKey() {
  const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
  const publicKey = base64((await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer);
  const sign = async (text: string) =>
    base64(await crypto.subtle.sign("Ed25519", pair.privateKey, new TextEncoder().encode(text)));
  return { publicKey, sign };
}

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

type Registering = { keeper: string; warehouse: string; email: string; publicKey: string };

/** By two operators, who were signed in for that long. */
async function register(
  { db, nowMs }: World,
  { operatorId, secondId }: { operatorId: string; secondId: string },
  { keeper, warehouse, email, publicKey }: Registering,
): Promise<void> {
  const atMs = nowMs - REGISTERED_DAYS_AGO * DAY_MS;
  const fields = { keeper, warehouse, public_key: publicKey };
  const session = (userId: string) =>
    db.run(sql`INSERT INTO sessions (id_hash, user_id, epoch, created_at_ms, expires_at_ms, proved_at_ms)
      SELECT ${`demo-keeper:${userId}`}, id, session_epoch, ${atMs}, ${atMs + DAY_MS}, ${atMs} FROM users WHERE id = ${userId} ON CONFLICT DO NOTHING`);
  await runWork(db, writes(session(operatorId), session(secondId)));
  for (const [userId, intent] of [
    [operatorId, "propose"],
    [secondId, "confirm"],
  ] as const) {
    const outcome = await runWork(
      db,
      asOperator(db, { operatorId: userId, nowMs: atMs }, (operator) =>
        saveKey(db, operator, `chg_demo_${keeper}_${publicKey.slice(0, 6)}`, { ...fields, intent }),
      ),
    );
    if (!outcome.ok) throw new Error(`the key of ${keeper} was not registered: ${outcome.code}`);
  }
  await runWork(
    db,
    writes(
      db.run(sql`DELETE FROM sessions WHERE id_hash IN (${`demo-keeper:${operatorId}`}, ${`demo-keeper:${secondId}`})`),
      db.run(sql`UPDATE keepers SET email = ${email} WHERE id = ${keeper}`),
    ),
  );
}

type Stating = { keeper: string; note: string; atMs: number };

/** Every cask is there; the first one was measured, and has lost what is usual. */
async function state(
  world: World,
  operatorId: string,
  { keeper: keeperId, note, atMs }: Stating,
  key: Awaited<ReturnType<typeof makeKey>>,
): Promise<void> {
  const keeper = await runWork(world.db, readKeeper(world.db, keeperId));
  const casks = (keeper?.casks ?? []).flatMap(({ number, isExpected, last }, at) => {
    if (number === null || !isExpected) return [];
    const litres = at === 0 && last ? Math.floor(last.loaDecilitres * 0.997) / 10 : null;
    return [{ litres, note: at === 0 ? note : "", number, present: true }];
  });
  const statement = { casks, date: dateOf(atMs), keeper: keeperId };
  const text = JSON.stringify({ signature: await key.sign(canonicalJson(statement as Json)), statement });
  const past = { ...world, nowMs: atMs };
  const outcome = await handInByOperator(depsAt(past, atMs), sessionOf(past, operatorId), {
    keeperId,
    text,
    take: true,
  });
  if (!outcome.ok || !outcome.taken) throw new Error(`a statement of ${keeperId} was not taken`);
}
