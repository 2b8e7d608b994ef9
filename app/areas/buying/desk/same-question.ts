import type { Claim, DeskAnswer } from "./desk-terms";

const SAME_QUESTION_MS = 1_000;

type RecentAnswer = { answer: Promise<DeskAnswer>; untilMs: number };

/**
 * The same question of the same session has one answer while it is being found, and for a second afterwards, but for a stake that is
 * held: it may have been let go since, which only the database knows.
 */
export class SameQuestions {
  readonly #asked = new Map<string, RecentAnswer>();

  constructor(private readonly nowMs: () => number) {}

  answer(claim: Claim, find: () => Promise<DeskAnswer>): Promise<DeskAnswer> {
    const question = [claim.session.idHash, claim.mode, claim.expectCents, claim.activated].join(" ");
    const before = this.#asked.get(question);
    if (before && this.nowMs() < before.untilMs) return before.answer;
    const asked: RecentAnswer = { answer: find(), untilMs: Infinity };
    this.#asked.set(question, asked);
    const keepFor = (ms: number) => void (asked.untilMs = this.nowMs() + ms);
    asked.answer.then(
      (answer) => keepFor(answer.is === "asked" && answer.viewer && answer.started.ok ? 0 : SAME_QUESTION_MS),
      () => keepFor(SAME_QUESTION_MS),
    );
    return asked.answer;
  }

  forget(): void {
    const nowMs = this.nowMs();
    for (const [question, { untilMs }] of this.#asked) if (untilMs <= nowMs) this.#asked.delete(question);
  }
}
