import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import { users } from "~/db/schema/people";
import { referrals } from "~/db/schema/payments";
import { REFERRAL_REWARD_CENTS } from "~/domain/rewards";
import { signIn } from "~/areas/accounts/login/sign-in";
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
  const add = async (person: Person) => {
    if (!userIds.has(person.id)) userIds.set(person.id, await signUp(world, person));
  };
  await Promise.all(people.map(add));
  // Their referrer gets a first stake only later in this plan, so a code would not count yet.
  const brought = people.flatMap(({ id, broughtBy, joinedAtMs }) => {
    const [referredId, referrerId] = [userIds.get(id), userIds.get(broughtBy ?? "")];
    return referredId && referrerId
      ? [{ referredId, referrerId, rewardCents: REFERRAL_REWARD_CENTS, createdAtMs: joinedAtMs }]
      : [];
  });
  if (brought.length > 0) await db.insert(referrals).values(brought).onConflictDoNothing();
  await Promise.all(people.map((person) => introduce(world, person, userIds.get(person.id) ?? person.id)));
  return userIds;
}

async function signUp(world: World, person: Person): Promise<string> {
  const { joinedAtMs } = person;
  const signedIn = await signIn(
    { ...depsAt(world, joinedAtMs), newId: () => person.id },
    {
      address: person.address,
      ref: null,
      flowIdHash: null,
      askKey: null,
      // Expired from the start: it signs no one in.
      session: { idHash: `demo:${person.id}`, expiresAtMs: joinedAtMs },
      previousIdHash: null,
      freedLimits: [],
      proven: [],
    },
  );
  return signedIn.ok ? signedIn.userId : person.id;
}

/** Fills in name and address where they are empty, and grants the role. */
async function introduce({ db }: World, { fullName, homeAddress, role }: Person, userId: string): Promise<void> {
  if (fullName) {
    await db
      .update(users)
      .set({ fullName, nameOnCertificate: fullName, address: homeAddress })
      .where(and(eq(users.id, userId), isNull(users.fullName)));
  }
  if (role !== "investor") {
    await db
      .update(users)
      .set({ role })
      .where(and(eq(users.id, userId), ne(users.role, role)));
  }
}
