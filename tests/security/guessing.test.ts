import { beforeAll, describe, expect, inject, it } from "vitest";
import { CODE_LETTERS, groupCode } from "~/domain/certificate-code";
import { newCertificateCode, newId } from "~/server/ids";
import { newStopToken } from "~/core/stop-token";
import { Random } from "../sim/random";
import { createTestContext } from "../support/context";
import { effort } from "../support/effort";
import { giveStake, moneyRows } from "../support/holdings";
import { putCask, signIn } from "../support/people";
import { openApp, ORIGIN } from "../support/serve-app";
import { type Cast, makeCast } from "./support/cast";

// A bot guesses what opens something without a login: codes of certificates, ids of their files, tokens that stop a withdrawal.
// Nothing limits it, because nothing has to: ten thousand guesses a second for ten years find one of a million things with a chance of
// 1 in 380,000, and no answer tells the bot whether it came close.

const app = openApp();
const context = createTestContext();
const random = new Random(inject("seed"));

const MANY = effort(80, 5_000);
const CODE = newCertificateCode();
let cast: Cast;

beforeAll(async () => {
  cast = await makeCast(app, context);
  const holder = await signIn(context);
  await giveStake(context, holder, await putCask(context), { code: CODE });
});

/** Every text that differs from this one in a single letter. */
function neighbours(text: string, letters: string, from = 0): string[] {
  return [...text].flatMap((letter, i) =>
    i < from
      ? []
      : [...letters].filter((one) => one !== letter).map((one) => text.slice(0, i) + one + text.slice(i + 1)),
  );
}
const someOf = <T>(all: readonly T[], count: number) =>
  Array.from({ length: Math.min(count, all.length) }, () => all[random.between(0, all.length - 1)] as T);

/** What could match many at once if it were compared in another way than as a whole. */
const TRICKS = ["%", "_".repeat(16), "_".repeat(32), "*", "null", "undefined", "''", "' OR 1=1--", "[object Object]"];

async function answersTo(paths: string[], init: RequestInit = {}) {
  const answers = new Set<string>();
  for (const path of paths) {
    const { status, location, headers, text } = await app.ask(path, init);
    // What was asked for stands in the page; so may ids of the request.
    const asked = decodeURIComponent(path.split("/").at(-1) ?? "").replace(/\.pdf$/, "");
    const same = [asked, groupCode(asked)].reduce((told, one) => (one ? told.replaceAll(one, "ASKED") : told), text);
    answers.add(JSON.stringify([status, location, headers.get("Cache-Control"), same.replace(/nonce="[^"]*"/g, "")]));
  }
  return [...answers].map((answer) => JSON.parse(answer) as [status: number, location: string | null]);
}
const statusesOf = (answers: (readonly [number, string | null])[]) => answers.map(([status]) => status);

it(`a certificate's code that is nearly right is answered like any other: ${MANY} guesses, one answer, one row looked up at most`, async () => {
  const near = someOf(neighbours(CODE, CODE_LETTERS), MANY);
  const far = Array.from({ length: MANY }, newCertificateCode);
  const parts = [CODE.slice(0, 15), `${CODE}a`, CODE.slice(1)];
  app.trips.rowsRead = 0;
  const answers = await answersTo([...near, ...far, ...parts].map((code) => `/verify/${code}`));
  expect(statusesOf(answers)).toEqual([404]);
  expect(app.trips.rowsRead).toBe(0);
  for (const trick of TRICKS) expect((await app.ask(`/verify/${encodeURIComponent(trick)}`)).status, trick).toBe(404);
  expect((await app.ask(`/verify/${CODE}`)).status).toBe(200);
});

describe("the id of a certificate's file", () => {
  const RANDOM_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

  it("has 80 random bits, so that knowing the second of a purchase does not help", () => {
    const [one, other] = [newId("cer", 1), newId("cer", 1)];
    const known = "cer_".length + 10;
    expect(one.slice(0, known)).toBe(other.slice(0, known));
    expect(one.slice(known)).toMatch(new RegExp(`^[${RANDOM_LETTERS}]{16}$`));
    expect(Math.log2(RANDOM_LETTERS.length) * (one.length - known)).toBe(80);
  });

  it(`opens nothing for a stranger, be it right, nearly right or wrong: ${MANY} guesses, one answer`, async () => {
    const { certificateId } = cast.things;
    const stranger = cast.people.stranger?.cookie ?? "";
    const near = someOf(neighbours(certificateId, RANDOM_LETTERS, "cer_".length + 10), MANY);
    const paths = [certificateId, ...near, ...TRICKS].map((id) => `/certificates/${encodeURIComponent(id)}.pdf`);
    const answers = await answersTo(paths, { headers: { Cookie: stranger } });
    expect(statusesOf(answers)).toEqual([404]);
    // Who is not signed in does not even learn whether there is such a file.
    const nobody = await answersTo(paths);
    expect(nobody.map(([status, location]) => [status, location])).toEqual([[302, "/"]]);
    const owned = await app.ask(`/certificates/${certificateId}.pdf`, {
      headers: { Cookie: cast.people.owner?.cookie ?? "" },
    });
    expect([owned.status, owned.text]).toEqual([200, "%PDF-of-the-owner"]);
  });
});

const guess = { method: "POST", headers: { Origin: ORIGIN } };

it(`the token that stops a withdrawal that is nearly right stops nothing and tells nothing: ${MANY} guesses, one answer`, async () => {
  const { stopToken } = cast.things;
  const before = await moneyRows(context);
  const near = someOf(neighbours(stopToken, CODE_LETTERS), MANY);
  const far = Array.from({ length: MANY }, () => newStopToken(context));
  expect(newStopToken(context)).toMatch(new RegExp(`^[${CODE_LETTERS}]{30}$`));
  const wrong = [...near, ...far, stopToken.slice(1), stopToken.toUpperCase(), cast.things.withdrawalId];
  const paths = [...wrong, ...TRICKS].map((token) => `/stop/${encodeURIComponent(token)}`);
  for (const init of [{}, guess]) {
    expect(statusesOf(await answersTo(paths, init))).toEqual([404]);
  }
  expect(await moneyRows(context)).toEqual(before);
  expect((await app.ask(`/stop/${stopToken}`)).status).toBe(200);
});
