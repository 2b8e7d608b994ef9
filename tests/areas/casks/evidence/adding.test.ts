import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { addEvidence } from "~/areas/casks/evidence/add-evidence";
import type { OperatorSession } from "~/core/session/guarded";
import { createTestContext } from "../../../support/context";
import { openOperatorSession, TURNED_AWAY } from "../../../support/open-session";
import { putCask, signIn } from "../../../support/people";

const context = createTestContext();
const { db } = context;
const today = dateOf(context.nowMs());
const PDF = new TextEncoder().encode("%PDF-1.7 a delivery order");
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1]);
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
let operator: OperatorSession;
let caskId: string;

beforeAll(async () => {
  operator = openOperatorSession(context, (await signIn(context, { operator: true })).userId);
  caskId = await putCask(context);
});

const TYPED = {
  document_kind: "delivery order",
  issuer: "Bond 3, Leith",
  issued_on: today,
  expires_on: "",
  visibility: "public",
};
const add = (more: object = {}, input: object = {}, session = operator) =>
  addEvidence(context, session, {
    evidenceId: context.newId("evd"),
    caskId,
    bytes: PDF,
    fields: { ...TYPED, ...more },
    ...input,
  });
type Row = {
  id: string;
  kind: string;
  key: string;
  type: string;
  size: number;
  sha256: string;
  supersedes: string | null;
};
const rowOf = async (id: string) =>
  (
    await db.all<Row>(sql`SELECT id, kind, file_key AS key, media_type AS type, size_bytes AS size, sha256,
      supersedes_id AS supersedes FROM evidence WHERE id = ${id}`)
  )[0];
const all = () => db.all<{ count: number }>(sql`SELECT count(*) AS count FROM evidence`);
const logged = () =>
  db.all<{ detail: string }>(sql`SELECT detail FROM audit_log WHERE action = 'evidence-added' ORDER BY rowid`);

describe("a document of a cask", () => {
  it.each([
    [PDF, "application/pdf"],
    [JPEG, "image/jpeg"],
    [PNG, "image/png"],
  ])("is stored as what its content says, with its hash, under a key of its own", async (bytes, type) => {
    const evidenceId = context.newId("evd");
    const added = await add({ expires_on: addDays(today, 9) }, { evidenceId, bytes });
    const found = await rowOf(evidenceId);
    expect(found).toMatchObject({ kind: "delivery-order", type, size: bytes.length });
    expect(added).toEqual({ ok: true, sha256: found?.sha256 });
    expect(found?.key).not.toContain(evidenceId);
    const file = await env.PROOF.get(found?.key ?? "");
    expect(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(bytes);
    expect(file?.httpMetadata?.contentType).toBe(type);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    expect(found?.sha256).toBe(Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join(""));
    expect((await logged()).at(-1)?.detail).toBe(
      `evidence:${evidenceId} document_kind,issuer,issued_on,expires_on,visibility,file`,
    );
  });

  it("is stored and logged once if it is sent twice; another file under its id is refused", async () => {
    const [evidenceId, before] = [context.newId("evd"), (await logged()).length];
    const both = await Promise.all([add({}, { evidenceId }), add({}, { evidenceId })]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await add({}, { evidenceId })).toMatchObject({ ok: true });
    expect(await add({}, { evidenceId, bytes: PNG })).toEqual({ ok: false, code: "id-taken" });
    expect(await logged()).toHaveLength(before + 1);
  });

  it("takes the place of an older one of the same cask and kind, once, and the older one is kept", async () => {
    const [older, newer] = [context.newId("evd"), context.newId("evd")];
    await add({}, { evidenceId: older });
    expect(await add({ document_kind: "photo" }, { supersedesId: older })).toEqual({
      ok: false,
      code: "no-such-document",
    });
    expect(await add({}, { evidenceId: newer, supersedesId: older })).toMatchObject({ ok: true });
    expect(await add({}, { supersedesId: older })).toEqual({ ok: false, code: "no-such-document" });
    expect([await rowOf(older), await rowOf(newer)]).toMatchObject([{ id: older }, { id: newer, supersedes: older }]);
    const elsewhere = await putCask(context, { published: false });
    expect(await add({}, { caskId: elsewhere, supersedesId: newer })).toEqual({ ok: false, code: "no-such-document" });
    expect(await add({}, { caskId: elsewhere })).toMatchObject({ ok: true });
  });

  it.each([
    [{}, { bytes: null }, "file", "File is missing."],
    [{}, { bytes: new Uint8Array() }, "file", "File is missing."],
    [{}, { bytes: new TextEncoder().encode("<html>%PDF-") }, "file", expect.stringContaining("only PDF, JPEG and PNG")],
    [{}, { bytes: new Uint8Array(10 * 1024 * 1024 + 1).fill(0x25) }, "file", "File: at most 10 MB."],
    [{ document_kind: "rumour" }, {}, "document_kind", "Kind of document: choose one from the list."],
    [{ visibility: "" }, {}, "visibility", "Visibility: choose one from the list."],
    [{ issuer: "" }, {}, "issuer", "Issuer is missing."],
    [{ issued_on: "2999-01-01" }, {}, "issued_on", "Issued on must not be in the future."],
    [{ expires_on: "2001-01-01" }, {}, "expires_on", "Expires on must not be before the day of issue."],
  ])("is refused for %j %#", async (wrong, input, field, message) => {
    const [rows, files] = [await all(), (await env.PROOF.list()).objects.length];
    expect(await add(wrong, input)).toMatchObject({ ok: false, code: "invalid", errors: { [field]: message } });
    expect([await all(), (await env.PROOF.list()).objects.length]).toEqual([rows, files]);
  });

  it("has no row where its session ended while the file was stored, or without its cask", async () => {
    const rows = await all();
    const over = openOperatorSession(context, operator.claim.userId, { alive: false });
    await expect(add({}, {}, { ...operator, write: over.write })).rejects.toThrow(TURNED_AWAY);
    expect(await add({}, { caskId: "csk_none" })).toEqual({ ok: false, code: "no-such-cask" });
    expect(await all()).toEqual(rows);
  });
});
