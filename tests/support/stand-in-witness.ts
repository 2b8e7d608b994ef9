import { expect } from "vitest";
import {
  cosignature,
  cosignedText,
  fromBase64,
  keyIdOf,
  readCheckpoint,
  signatureLine,
  toBase64,
  verifierKey,
} from "~/domain/log/checkpoint";
import { rootsOfConsistency } from "~/domain/log/merkle";
import { readWitnesses } from "~/domain/log/witnesses";
import type { WitnessAnswer, WitnessCaller } from "~/integrations/witnesses/port";
import { readLogKeys } from "~/server/log-keys";
import { hashBytes } from "~/server/sha256";

/** A witness that remembers one checkpoint, as the specification has it, and can be told to remember another. */
export async function standInWitness(name: string, clock: { nowMs: number }) {
  const { privateKey } = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
  const pkcs8 = (await crypto.subtle.exportKey("pkcs8", privateKey)) as ArrayBuffer;
  const [{ publicKey, sign }] = await readLogKeys(toBase64(new Uint8Array(pkcs8)));
  const keyId = keyIdOf(name, 4, publicKey, hashBytes);
  const witness = {
    setting: `${verifierKey(name, 4, publicKey, hashBytes)} https://${name}`,
    id: readWitnesses(`${verifierKey(name, 4, publicKey, hashBytes)} https://${name}`, hashBytes)?.[0]?.id ?? "",
    size: 0,
    root: "",
    asked: 0,
    published: null as string | null,
    answers: null as WitnessAnswer | Error | null,
    async line(text: string) {
      const seconds = Math.floor(clock.nowMs / 1000);
      const signature = cosignature(seconds, await sign(cosignedText(text, seconds)));
      return signatureLine({ name, keyId, signature });
    },
    async add(body: string): Promise<WitnessAnswer> {
      witness.asked += 1;
      if (witness.answers instanceof Error) throw witness.answers;
      if (witness.answers) return witness.answers;
      const [, old, lines = "", note = ""] = /^old (\d+)\n((?:\S+\n)*)\n([\s\S]+)$/.exec(body) ?? expect.fail(body);
      const head = readCheckpoint(note) ?? expect.fail("no checkpoint");
      if (Number(old) !== witness.size) return { says: "other-size", size: witness.size };
      if (witness.size > 0) {
        const proof = lines
          .split("\n")
          .slice(0, -1)
          .map((one) => fromBase64(one) ?? expect.fail(one));
        const oldRoot = fromBase64(witness.root) ?? expect.fail("no root");
        const roots = rootsOfConsistency({ old: witness.size, oldRoot, size: head.size, proof }, hashBytes);
        const isRight =
          roots && toBase64(roots.before) === witness.root && toBase64(roots.after) === toBase64(head.root);
        if (!isRight) return { says: "fork" };
      }
      Object.assign(witness, { size: head.size, root: toBase64(head.root) });
      return { says: "signed", lines: await witness.line(head.text) };
    },
  };
  return witness;
}

export type StandInWitness = Awaited<ReturnType<typeof standInWitness>>;

export const callerOf = (all: readonly StandInWitness[]): WitnessCaller => {
  const at = (address: string) => all.find(({ setting }) => setting.endsWith(address)) ?? expect.fail(address);
  return {
    addCheckpoint: (address, body) => at(address).add(body),
    readCheckpoint: (address) => Promise.resolve(at(address).published),
  };
};
