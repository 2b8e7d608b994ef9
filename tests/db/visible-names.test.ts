import { beforeAll, expect, it } from "vitest";
import { createTestContext } from "../support/context";
import { type Person, signIn } from "../support/people";
import { answer } from "./support/rules";

let person: Person;
beforeAll(async () => {
  person = await signIn(createTestContext());
});

it("the database refuses a name with a character that programs may leave out, but for the joiners", async () => {
  const rare = [0x1bca0, 0x1d17a, 0xe0001, 0xe0041, 0xe01ef, 0xe0fff];
  const codes = [...Array.from({ length: 0xffff }, (_, code) => code), ...rare];
  const ignorable = codes.filter((code) => {
    const letter = String.fromCodePoint(code);
    return /\p{Default_Ignorable_Code_Point}/u.test(letter) && !/\p{Bidi_Control}/u.test(letter);
  });
  expect(ignorable.length).toBeGreaterThan(40);
  for (const code of ignorable) {
    const said = await answer(`UPDATE users SET full_name = 'Asha' || char(${code}) WHERE id = '${person.userId}'`);
    expect(said.includes("cannot be seen"), code.toString(16)).toBe(code !== 0x200c && code !== 0x200d);
  }
});
