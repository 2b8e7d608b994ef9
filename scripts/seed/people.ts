import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import type { LoginAddress } from "~/areas/accounts/login/read-address";
import { signIn } from "~/areas/accounts/login/sign-in";
import { referrals } from "~/db/schema/payments";
import { users } from "~/db/schema/people";
import { REFERRAL_REWARD_CENTS } from "~/domain/rewards";
import { depsAt, type World } from "./world";

// Two investors, two operators and a reader to sign in as, people whom investors referred, and investors who own the rest of what
// is sold. All are invented; '.test' is a domain that reaches no one.

export type PersonPlan = {
  id: string;
  address: LoginAddress;
  fullName: string | null;
  homeAddress: string | null;
  role: "investor" | "operator" | "reader";
  /** Whether the joining fee is paid. */
  joins: boolean;
  /** The key of the person whose referral link they followed. */
  broughtBy: string | null;
};

const email = (value: string): LoginAddress => ({ channel: "email", value });

const person = (key: string, rest: Partial<PersonPlan> & Pick<PersonPlan, "address">): PersonPlan => ({
  id: `usr_demo_${key}`,
  fullName: null,
  homeAddress: null,
  role: "investor",
  joins: false,
  broughtBy: null,
  ...rest,
});

export const investor = person("investor", {
  address: email("investor@dunnage.test"),
  fullName: "Meera Vaidyan",
  homeAddress: "Sample House 12, Sample Road\nBengaluru 560000",
  joins: true,
});

export const newcomer = person("newcomer", { address: email("newcomer@dunnage.test") });

export const operator = person("operator", {
  address: email("operator@dunnage.test"),
  fullName: "Callum Sample",
  role: "operator",
});

/** Confirms what the first one proposed: two people are needed for it. */
export const secondOperator = person("second_operator", {
  address: email("second-operator@dunnage.test"),
  fullName: "Morag Sample",
  role: "operator",
});

/** Sees what operators see, and changes nothing. */
const reader = person("reader", { address: email("reader@dunnage.test"), fullName: "Isla Sample", role: "reader" });

export const staff: readonly PersonPlan[] = [operator, secondOperator, reader];

/** Referred by the investor and holds a stake: a reward of $15 is pending. */
export const friend = person("friend", {
  address: email("rohan@example.test"),
  fullName: "Rohan Vaidyan",
  joins: true,
  broughtBy: investor.id,
});

/** Referred by the investor and has bought nothing yet. */
const invited = person("invited", { address: { channel: "sms", value: "919999900042" }, broughtBy: investor.id });

const FIRST = ["Anil", "Bela", "Chetan", "Divya", "Esha", "Farid", "Gita", "Harish"];
const LAST = ["Ashvale", "Brindlekar", "Corrimath", "Dunvarkar", "Ellorani"];

export const holders: readonly PersonPlan[] = FIRST.flatMap((first, row) =>
  LAST.map((last, column) => {
    const number = String(row * LAST.length + column + 1).padStart(2, "0");
    const address = email(`${first}.${last}@example.test`.toLowerCase());
    return person(`holder_${number}`, { address, fullName: `${first} ${last}`, joins: true });
  }),
);

/** Has earned more with us than one operator may pay out alone. */
export const largeHolder = person("large_holder", {
  address: email("nandini.thornwick@example.test"),
  fullName: "Nandini Thornwick",
  joins: true,
});

/** Referred by a holder whose mailbox is the same except for a dot and a plus: the reward waits for an operator. */
export const lookalike = person("lookalike", {
  address: email("anilashvale+second@example.test"),
  fullName: "Anil Ashvale",
  joins: true,
  broughtBy: "usr_demo_holder_01",
});

export const people: readonly PersonPlan[] = [
  investor,
  newcomer,
  ...staff,
  friend,
  invited,
  ...holders,
  largeHolder,
  lookalike,
];

type Person = PersonPlan & { joinedAtMs: number };

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
