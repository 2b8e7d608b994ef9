import type { Mutant } from "./mutant";

const file = "tests/domain/bids.test.ts";
const recounted = { file, title: "the count is that of a second way to count" };

export const voting: Mutant[] = [
  {
    name: "a vote counted twice",
    breaks: "each vote counts for two stakes",
    code: [
      {
        find: "choices.filter((one) => one === choice).length",
        replace: "choices.filter((one) => one === choice).length * 2",
      },
    ],
    test: recounted,
  },
  {
    name: "a late vote",
    breaks: "who votes after the close still decides",
    code: [
      {
        find: "votedAtMs >= opensAtMs && votedAtMs < closesAtMs",
        replace: "votedAtMs >= opensAtMs",
      },
    ],
    test: { file, title: "votes outside the time, and those of people without a stake, change nothing" },
  },
  {
    name: "the silent counted as yes",
    breaks: "a stake whose holder says nothing accepts the bid",
    code: [{ find: "choice: vote?.choice ?? null", replace: 'choice: vote?.choice ?? "accept"' }],
    test: { file, title: "frozen stakes, the house's own and silent ones are never among those voted" },
  },
  {
    name: "a frozen stake votes",
    breaks: "a stake in dispute is counted among those issued",
    code: [
      {
        find: '.filter(({ state }) => state === "active").map(({ number, holderId',
        replace: '.filter(({ state }) => state !== "ended").map(({ number, holderId',
      },
    ],
    test: recounted,
  },
];
