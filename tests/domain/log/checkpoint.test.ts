import { describe, expect, it } from "vitest";
import {
  fromBase64,
  headText,
  keyIdOf,
  readCheckpoint,
  readSignatures,
  readVerifierKey,
  signedNote,
  toBase64,
  verifierKey,
} from "~/domain/log/checkpoint";
import { readLogProof, writeLogProof } from "~/domain/log/log-proof";
import { hashBytes } from "../../support/log-tree";

const utf8 = new TextEncoder();
const root = hashBytes(utf8.encode("root"));
const head = { origin: "dunnage.example/log", size: 1234, root };

async function makeKey() {
  const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
  const publicKey = new Uint8Array((await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer);
  const sign = async (text: string) =>
    new Uint8Array(await crypto.subtle.sign("Ed25519", pair.privateKey, utf8.encode(text)));
  return { publicKey, sign };
}

async function verify(publicKey: Uint8Array, text: string, signature: Uint8Array) {
  const key = await crypto.subtle.importKey("raw", new Uint8Array(publicKey), "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", key, new Uint8Array(signature), utf8.encode(text));
}

describe("a verifier key", () => {
  // The example of C2SP signed-note.
  const EXAMPLE = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
  const SIGNED = "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=";

  it("of the standard's example is read, has its id, and verifies the note there", async () => {
    const key = readVerifierKey(EXAMPLE, hashBytes) ?? expect.fail();
    expect(verifierKey(key.name, key.kind, key.publicKey, hashBytes)).toBe(EXAMPLE);
    const signed = fromBase64(SIGNED) ?? expect.fail();
    expect([...signed.slice(0, 4)]).toEqual([...key.keyId]);
    expect(await verify(key.publicKey, "This is an example message.\n", signed.slice(4))).toBe(true);
  });

  it.each([
    EXAMPLE.replace("530d903a", "530d903b"),
    EXAMPLE.replace("example.com/foo", "example.com/fob"),
    EXAMPLE.replace("+Aek", "+Bek"),
    EXAMPLE.slice(0, -4),
    EXAMPLE.slice(0, -1),
    `a ${EXAMPLE}`,
    `${EXAMPLE} a`,
    "",
  ])("that is not whole is none: %s", (text) => {
    expect(readVerifierKey(text, hashBytes)).toBeNull();
  });

  it("of another length or kind is none, though its id is its own", () => {
    expect(readVerifierKey(verifierKey("a", 1, new Uint8Array(32), hashBytes), hashBytes)).not.toBeNull();
    expect(readVerifierKey(verifierKey("a", 1, new Uint8Array(33), hashBytes), hashBytes)).toBeNull();
    expect(readVerifierKey(verifierKey("a", 2 as 1, new Uint8Array(32), hashBytes), hashBytes)).toBeNull();
  });
});

describe("the lines of signatures", () => {
  const base64 = toBase64(new Uint8Array(68).fill(9));
  const line = `— witness.example ${base64}\n`;

  it("are at most 64, of five bytes or more each", () => {
    expect(readSignatures(line.repeat(64))).toHaveLength(64);
    expect(readSignatures(line.repeat(65))).toBeNull();
    expect(readSignatures(`— a ${toBase64(Uint8Array.of(1, 2, 3, 4, 5))}\n`)).toEqual([
      { name: "a", keyId: Uint8Array.of(1, 2, 3, 4), signature: Uint8Array.of(5) },
    ]);
    for (const bytes of [6, 7]) expect(readSignatures(`— a ${toBase64(new Uint8Array(bytes))}\n`)).toHaveLength(1);
  });

  it.each([
    ["without an end", line.trimEnd()],
    ["with another end", `${line.trimEnd()}x`],
    ["with something before", `x${line}`],
    ["with something behind", line.replace("\n", " x\n")],
    ["of four bytes", `— a ${toBase64(new Uint8Array(4))}\n`],
    ["with bits left over", "— a AAAAAAB=\n"],
    ["that are no base64", "— a AAAAA\n"],
    ["of which one is none", `${line}nothing\n`],
    ["of nothing", "\n"],
  ])("%s are none", (_, lines) => {
    expect(readSignatures(lines)).toBeNull();
  });

  it("stand below a head, which may have lines of its own and no control characters", () => {
    const read = (text: string) => readCheckpoint(`${text}\n${line}${line}`);
    expect(read(headText(head))).toMatchObject({ ...head, text: headText(head) });
    expect(read(`${headText(head)}more of it\n`)).toMatchObject(head);
    expect(read(`\n${headText(head)}`)).toBeNull();
    expect(read(`${headText(head)}\n`)).toBeNull();
    expect(read(`${headText(head)}a\tb\n`)).toBeNull();
    expect(readCheckpoint(headText(head))).toBeNull();
    expect(signedNote(headText(head), read(headText(head))?.signatures ?? [])).toBe(
      `${headText(head)}\n${line}${line}`,
    );
  });
});

describe("a checkpoint", () => {
  it("is signed as a note, read back, and verified by its key", async () => {
    const { publicKey, sign } = await makeKey();
    const text = headText(head);
    expect(text).toBe(`dunnage.example/log\n1234\n${toBase64(root)}\n`);
    const keyId = keyIdOf(head.origin, 1, publicKey, hashBytes);
    const note = signedNote(text, [{ name: head.origin, keyId, signature: await sign(text) }]);
    const read = readCheckpoint(note) ?? expect.fail();
    expect(read).toMatchObject({ ...head, text, signatures: [{ name: head.origin, keyId }] });
    expect(await verify(publicKey, read.text, read.signatures[0]?.signature ?? keyId)).toBe(true);
    expect(await verify(publicKey, headText({ ...head, size: 1235 }), read.signatures[0]?.signature ?? keyId)).toBe(
      false,
    );
  });

  const NOTE = signedNote(headText(head), [{ name: "a", keyId: new Uint8Array(4), signature: new Uint8Array(64) }]);
  it.each([
    ["no signature", headText(head)],
    ["a size with a zero before it", NOTE.replace("\n1234\n", "\n01234\n")],
    ["a root that is cut", NOTE.replace(toBase64(root), toBase64(root.slice(1)))],
    ["a root that is not written in the one way", NOTE.replace(toBase64(root), toBase64(root).replace(/.=$/, "B="))],
    ["a control character", NOTE.replace("\n1234\n", "\n1234\r\n")],
    ["a signature that ends early", NOTE.slice(0, -1)],
    ["a signature that is no base64", NOTE.replace("— a AAAA", "— a ????")],
    ["a line that is no signature", `${NOTE}more\n`],
    ["no origin", NOTE.slice(head.origin.length)],
  ])("with %s is none", (_, note) => {
    expect(readCheckpoint(NOTE)).not.toBeNull();
    expect(readCheckpoint(note)).toBeNull();
  });
});

describe("a proof as a file", () => {
  const proof = {
    ...{ entry: utf8.encode('{"event":"issued"}'), index: 73, hashes: [root, hashBytes(root)] },
    checkpoint: `${headText(head)}\n— a AAAAAAA=\n`,
  };

  it("is written as the standard says and read back", () => {
    const text = writeLogProof(proof);
    expect(text.split("\n").slice(0, 6)).toEqual([
      "c2sp.org/tlog-proof@v1",
      `extra ${toBase64(proof.entry)}`,
      "index 73",
      ...proof.hashes.map(toBase64),
      "",
    ]);
    expect(text.endsWith(`\n\n${proof.checkpoint}`)).toBe(true);
    expect(readLogProof(text)).toEqual(proof);
  });

  it("may have no hash, of a log of one entry", () => {
    const only = { ...proof, index: 0, hashes: [] };
    expect(readLogProof(writeLogProof(only))).toEqual(only);
  });

  it.each([
    ["another version", "@v1", "@v2"],
    ["a place with a zero before it", "index 73", "index 073"],
    ["no entry", /extra .*\n/, ""],
    ["a hash that is cut", toBase64(root), toBase64(root.slice(3))],
    ["no empty line before the checkpoint", "\n\ndunnage", "\ndunnage"],
  ])("with %s is none", (_, was, becomes) => {
    expect(readLogProof(writeLogProof(proof).replace(was, becomes))).toBeNull();
  });
});
