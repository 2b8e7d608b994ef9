import type { CaskDeskStub, DeskDoor } from "~/areas/buying/desk/desk-door";
import type { Deps } from "~/core/deps";

/** A batch takes a fraction of a second; whoever waits for longer waits for something that will not come. */
export const PATIENCE_MS = 20_000;

/** A namespace of objects. @typeParam Id of an object */
type Desks<Id> = { idFromName: (name: string) => Id; get: (id: Id) => unknown };

/** null: there are no desks here, and buyers go to the database as they come. */
export function openDeskDoor<Id>(
  desks: Desks<Id> | undefined,
  { log, wait }: Pick<Deps, "log" | "wait">,
): DeskDoor | null {
  if (!desks) return null;
  const ask = async <T>(caskId: string, call: (desk: CaskDeskStub) => Promise<T>): Promise<T | "away" | "busy"> => {
    try {
      const answer = call(desks.get(desks.idFromName(caskId)) as CaskDeskStub);
      return await Promise.race([answer, wait(PATIENCE_MS).then(() => giveUp())]);
    } catch (error) {
      // One that has too much to do is not gone around: the database behind it would have the same.
      if (isOverloaded(error)) return "busy";
      // Nor is one that does not answer: what it waits for is the database.
      const isLate = error instanceof TooLate;
      log(isLate ? "desk-late" : "desk-away", { caskId, error: String(error) });
      return isLate ? "busy" : "away";
    }
  };
  return {
    ask: async (claim) => {
      const answer = await ask(claim.caskId, (desk) => desk.ask(claim));
      return typeof answer === "string" ? { is: answer } : answer;
    },
    keep: async (caskId, opened) => {
      const kept = await ask(caskId, (desk) => desk.keep(caskId, opened));
      return typeof kept === "string" ? null : kept;
    },
    place: async (caskId, { idHash, userId }) => {
      const answer = await ask(caskId, (desk) => desk.place(caskId, { idHash, userId }));
      return typeof answer === "string" ? { is: "away" } : answer;
    },
    leave: async (caskId, userId) => {
      const answer = await ask(caskId, async (desk) => void (await desk.leave(caskId, userId)));
      return answer === undefined;
    },
    tally: async (caskId) => {
      const answer = await ask(caskId, (desk) => desk.tally(caskId));
      return typeof answer === "string" ? null : answer;
    },
  };
}

class TooLate extends Error {}

function giveUp(): never {
  throw new TooLate(`no answer after ${PATIENCE_MS} ms`);
}

const isOverloaded = (error: unknown): boolean =>
  error instanceof Error && (error as Error & { overloaded?: unknown }).overloaded === true;
