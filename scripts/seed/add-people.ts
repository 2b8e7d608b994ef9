import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import { users } from "~/db/schema/people";
import { signIn } from "~/features/login/sign-in";
import type { DemoPlan } from "./plan";
import type { World } from "./world";
import { depsAt } from "./world";

type Person = DemoPlan["people"][number];

/** Signs up the people who are missing, as a real login does. @returns each one's user id */
export async function addPeople(world: World, people: readonly Person[]): Promise<Map<string, string>> {
  const { db } = world;
  const ids = people.map(({ id }) => id);
  const known = await db.select({ id: users.id }).from(users).where(inArray(users.id, ids));
  const userIds = new Map(known.map(({ id }) => [id, id]));
  const add = async (person: Person, ref: string | null) => {
    if (!userIds.has(person.id)) userIds.set(person.id, await signUp(world, person, ref));
  };
  await Promise.all(people.filter(({ broughtBy }) => !broughtBy).map((person) => add(person, null)));

  const codes = await db
    .select({ id: users.id, code: users.referralCode })
    .from(users)
    .where(inArray(users.id, [...userIds.values()]));
  const codeOf = (personId: string) => codes.find(({ id }) => id === userIds.get(personId))?.code ?? null;
  await Promise.all(people.flatMap((person) => (person.broughtBy ? [add(person, codeOf(person.broughtBy))] : [])));
  await Promise.all(people.map((person) => introduce(world, person, userIds.get(person.id) ?? person.id)));
  return userIds;
}

async function signUp(world: World, person: Person, ref: string | null): Promise<string> {
  const { joinedAtMs } = person;
  const signedIn = await signIn(
    { ...depsAt(world, joinedAtMs), newId: () => person.id },
    {
      address: person.address,
      ref,
      flowIdHash: null,
      // Expired from the start: nobody is signed in by this.
      session: { idHash: `demo:${person.id}`, expiresAtMs: joinedAtMs },
      previousIdHash: null,
      freedLimits: [],
    },
  );
  return signedIn.ok ? signedIn.userId : person.id;
}

/** Fills in name and address where they are empty, and grants the operator's role. */
async function introduce({ db }: World, { fullName, homeAddress, role }: Person, userId: string): Promise<void> {
  if (fullName) {
    await db
      .update(users)
      .set({ fullName, nameOnCertificate: fullName, address: homeAddress })
      .where(and(eq(users.id, userId), isNull(users.fullName)));
  }
  if (role === "operator") {
    await db
      .update(users)
      .set({ role })
      .where(and(eq(users.id, userId), ne(users.role, role)));
  }
}
