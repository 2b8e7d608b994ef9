import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { askWitness } from "~/areas/proof/log/ask-witness";
import { readCosigners } from "~/areas/proof/log/read-cosigners";
import { proveByCode } from "~/areas/proof/log/prove-certificate";
import { listTrouble } from "~/areas/console/list-trouble";
import { headText, readCheckpoint, signedNote, toBase64 } from "~/domain/log/checkpoint";
import { runWork } from "~/db/work";
import { WitnessError } from "~/integrations/witnesses/port";
import { runOutboxRow } from "../../../../workers/settlement/outbox";
import { auditTomorrow } from "../../../support/audits";
import { giveStake } from "../../../support/holdings";
import { type Person, putCask, signIn } from "../../../support/people";
import { logDeps, readLogText, signLog } from "../../../support/public-log";
import { withoutRule } from "../../../support/settings";
import { openShop } from "../../../support/shop";
import { callerOf, type StandInWitness, standInWitness } from "../../../support/stand-in-witness";

// Witnesses of the settings are asked to sign each checkpoint. They are stand-ins here; the real program is tried in tests/node.

const { context, settlement } = openShop();
const { db, clock } = context;
let asha: Person;
let caskId: string;

let [first, second]: [StandInWitness, StandInWitness] = [] as never;

const setWitnesses = (...all: StandInWitness[]) => {
  const text = all.map(({ setting }) => setting).join(", ");
  return withoutRule(
    db,
    "settings_text_by_two",
    sql`UPDATE settings SET text = ${text}, updated_at_ms = ${clock.nowMs} WHERE key = 'witnesses'`,
  );
};

beforeAll(async () => {
  [first, second] = [await standInWitness("first.example", clock), await standInWitness("second.example", clock)];
  settlement.witnesses = callerOf([first, second]);
});

beforeEach(async () => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  clock.nowMs = Math.max(clock.nowMs, Date.UTC(2026, 10, 24, 9));
  asha ??= await signIn(context);
  caskId ??= await putCask(context, { totalStakes: 400 });
  for (const one of [first, second]) Object.assign(one, { answers: null, published: null, asked: 0 });
});

/** A day with some certificates, signed. @returns the size of the log */
async function nextCheckpoint() {
  for (let given = 0; given < 3; given++) await giveStake(context, asha, caskId);
  await auditTomorrow(context);
  await signLog(logDeps(context));
  return (readCheckpoint(await readLogText("checkpoint")) ?? expect.fail("none")).size;
}

const ask = (size: number, one: StandInWitness) => runOutboxRow(settlement, `ask-witness:${size}:${one.id}`);
const outboxOf = async (size: number) =>
  await db.all<{
    id: string;
    done: number;
    due: number;
  }>(sql`SELECT id, done_at_ms IS NOT NULL AS done, available_at_ms AS due
      FROM outbox WHERE kind = 'ask-witness' AND subject_id LIKE ${`${size}:%`} ORDER BY id`);
const letters = async () =>
  (await runWork(db, listTrouble(db, clock.nowMs))).letters.filter(({ origin }) => origin === "witness");

describe("a checkpoint", () => {
  it("is sent to nobody as long as there are no witnesses, and to new ones once they are in the settings", async () => {
    const size = await nextCheckpoint();
    expect(await outboxOf(size)).toEqual([]);
    await setWitnesses(first);
    expect((await outboxOf(size)).map(({ id }) => id)).toEqual([`ask-witness:${size}:${first.id}`]);
    expect(await ask(size, first)).toBe("done");
    expect((await readCosigners(context))?.witnesses.map(({ name }) => name)).toEqual(["first.example"]);
  });

  it("is signed by each of them, and published with all signatures; the next one with a proof from where each was", async () => {
    await setWitnesses(first, second);
    for (let night = 0; night < 3; night++) {
      const size = await nextCheckpoint();
      expect(await outboxOf(size)).toHaveLength(2);
      expect((await readCosigners(context))?.witnesses).toEqual([]);
      expect(await Promise.all([ask(size, first), ask(size, second)])).toEqual(["done", "done"]);
      const seconds = Math.floor(clock.nowMs / 1000);
      expect(await readCosigners(context)).toEqual({
        size,
        witnesses: ["first.example", "second.example"].map((name) => ({ name, atMs: seconds * 1000 })),
      });
      const note = await readLogText("checkpoint");
      const head = readCheckpoint(note) ?? expect.fail("none");
      expect(note.endsWith(`${await first.line(head.text)}${await second.line(head.text)}`)).toBe(true);
    }
  });

  it("carries its signatures into the proofs of certificates, which prefer a checkpoint that was signed", async () => {
    await setWitnesses(first);
    const signed = await nextCheckpoint();
    await ask(signed, first);
    const { stakeId } = await giveStake(context, asha, caskId);
    const unsigned = await nextCheckpoint();
    const codeOf = async (stake: string) =>
      (await db.all<{ code: string }>(sql`SELECT code FROM certificates WHERE stake_id = ${stake}`))[0]?.code ?? "";
    const [older] = await db.all<{ code: string }>(
      sql`SELECT code FROM certificates WHERE id = (SELECT substr(cause, 13, length(cause) - 19) FROM log_entries WHERE cause LIKE 'certificate:%:issued' AND place < ${signed} LIMIT 1)`,
    );
    const proof = await proveByCode(logDeps(context), older?.code ?? "");
    expect(proof).toContain(`\n${signed}\n`);
    expect(proof).toContain("— first.example ");
    expect(await proveByCode(logDeps(context), await codeOf(stakeId))).toContain(`\n${unsigned}\n`);
    await ask(unsigned, first);
    expect(await proveByCode(logDeps(context), await codeOf(stakeId))).toContain("— first.example ");
  });

  it("is sent again from the size that the witness remembers", async () => {
    await setWitnesses(first);
    const skipped = await nextCheckpoint();
    const size = await nextCheckpoint();
    expect(await askWitness(settlement, `${skipped}:${first.id}`)).toBe("newer-checkpoint");
    await db.run(
      sql`INSERT INTO log_cosignatures (size, witness, line, cosigned_at_ms) VALUES (${skipped}, ${first.id}, 'x', 1)`,
    );
    expect(await askWitness(settlement, `${size}:${first.id}`)).toBe("cosigned");
    expect(first.asked).toBe(2);
  });

  it("is taken from where a witness publishes it that takes none, once it is there", async () => {
    await setWitnesses(first);
    const size = await nextCheckpoint();
    const head = readCheckpoint(await readLogText("checkpoint")) ?? expect.fail("none");
    first.answers = { says: "not-taken", code: "log-not-known" };
    expect(await ask(size, first)).toBe("again");
    expect((await outboxOf(size))[0]?.due).toBe(clock.nowMs + 30 * 60_000);
    first.published = `${head.note}${await first.line(head.text)}`;
    expect(await ask(size, first)).toBe("done");
    expect((await readCosigners(context))?.witnesses).toHaveLength(1);
    Object.assign(first, { size: head.size, root: toBase64(head.root) });
  });

  it("of which one witness cannot be reached is tried again, and nobody waits for the other", async () => {
    await setWitnesses(first, second);
    const size = await nextCheckpoint();
    first.answers = new WitnessError("cannot be reached");
    expect(await ask(size, first)).toBe("failed");
    expect(await ask(size, second)).toBe("done");
    expect(await letters()).toEqual([]);
    first.answers = null;
    clock.nowMs += 600_000;
    expect(await ask(size, first)).toBe("done");
    expect((await readCosigners(context))?.witnesses).toHaveLength(2);
  });

  it("is published with what was signed, also after a kill between signing and publishing", async () => {
    await setWitnesses(first);
    const size = await nextCheckpoint();
    const dying = { ...settlement, proof: { get: () => Promise.reject(new Error("killed")) } as unknown as R2Bucket };
    await expect(askWitness(dying, `${size}:${first.id}`)).rejects.toThrow();
    expect(await ask(size, first)).toBe("done");
    expect((await readCosigners(context))?.witnesses).toHaveLength(1);
    expect(first.asked).toBeLessThanOrEqual(2);
  });

  it("never gives way to an older one", async () => {
    await setWitnesses(first);
    const size = await nextCheckpoint();
    let isNewer = false;
    const late: R2Bucket = Object.assign(Object.create(context.proof) as R2Bucket, {
      get: context.proof.get.bind(context.proof),
      put: async (...args: Parameters<R2Bucket["put"]>) => {
        if (!isNewer && args[0] === "log/checkpoint") {
          isNewer = true;
          await nextCheckpoint();
        }
        return context.proof.put(...args);
      },
    });
    await askWitness({ ...settlement, proof: late }, `${size}:${first.id}`);
    expect(isNewer).toBe(true);
    expect(readCheckpoint(await readLogText("checkpoint"))?.size).toBeGreaterThan(size);
  });
});

describe("a witness that will not sign is an alarm, in the console and in the log", () => {
  const refusedFor = async (code: string, prepare: (size: number) => void | Promise<void>) => {
    await setWitnesses(second);
    const size = await nextCheckpoint();
    await prepare(size);
    context.logged.length = 0;
    expect(await ask(size, second)).toBe("done");
    expect(await letters()).toContainEqual(
      expect.objectContaining({ id: `witness:${size}:${second.id}`, error: code }) as object,
    );
    expect(context.logged).toContainEqual({
      event: "witness-refused",
      fields: { code, count: size, outcome: second.id },
    });
    expect((await readCosigners(context))?.witnesses).toEqual([]);
  };

  it("a fork: what it signed is not what the log begins with", () =>
    refusedFor("fork", () => void Object.assign(second, { root: toBase64(new Uint8Array(32)) })));

  it("a rollback: it has signed more than the log has", () =>
    refusedFor("ahead", (size) => void Object.assign(second, { size: size + 5 })));

  it("a split view: it publishes another checkpoint of that size", () =>
    refusedFor("fork", async (size) => {
      const head = readCheckpoint(await readLogText("checkpoint")) ?? expect.fail("none");
      second.answers = { says: "not-taken", code: "log-not-known" };
      const other = headText({ ...head, size, root: new Uint8Array(32) });
      second.published = signedNote(other, head.signatures);
    }));

  it("a signature that is not genuine", () =>
    refusedFor("not-genuine", async () => {
      second.answers = { says: "signed", lines: await second.line("another text\n") };
    }));

  it("none of its key", () =>
    refusedFor("not-genuine", async () => {
      const head = readCheckpoint(await readLogText("checkpoint")) ?? expect.fail("none");
      second.answers = { says: "signed", lines: await first.line(head.text) };
    }));

  it("nothing at all, until shortly before the next checkpoint", () =>
    refusedFor("key-not-known", async (size) => {
      second.answers = { says: "not-taken", code: "key-not-known" };
      expect(await ask(size, second)).toBe("again");
      clock.nowMs += 20 * 3_600_000;
    }));
});

it("who is no longer in the settings is not asked", async () => {
  await setWitnesses(first);
  const size = await nextCheckpoint();
  await setWitnesses();
  expect(await ask(size, first)).toBe("done");
  expect(first.asked).toBe(0);
});
