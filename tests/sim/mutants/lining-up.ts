import type { Mutant } from "./mutant";

export const liningUp: Mutant[] = [
  {
    name: "holders forgotten",
    breaks: "who holds a stake is told to wait for one once the desk has lost its memory",
    code: [{ find: "#knowsHolders = false; #over:", replace: "#knowsHolders = true; #over:" }],
  },
  {
    name: "overtaking",
    breaks: "who lets go and asks again has what came back before those who wait for it",
    code: [{ find: "return hasLine && !isFirst ? { ...claim, onlyHeld: true } : claim;", replace: "return claim;" }],
  },
  {
    name: "an offer given twice",
    breaks: "one stake that came back is offered to one person after the other while the first offer stands",
    code: [
      { find: "waiting.slice(0, Math.max(0, free - this.called))", replace: "waiting.slice(0, Math.max(0, free))" },
    ],
  },
  {
    name: "falling over to D1 on overload",
    breaks: "who is told to come again because too many are here is sent to the database past the desk",
    code: [
      {
        find: 'if (answer.is === "away") return null; if (answer.is === "asked")',
        replace: 'if (answer.is === "away" || answer.is === "busy") return null; if (answer.is === "asked")',
      },
    ],
  },
  {
    name: "a look that frees nothing",
    breaks: "what comes back is offered to nobody",
    code: [{ find: "else this.line.offer(free, nowMs);", replace: "else this.line.offer(0, nowMs);" }],
  },
  {
    name: "'gone' said before sold",
    breaks: "people are told that all is sold while stakes are only held",
    code: [
      {
        find: 'ended: "withdrawn", "no-such-cask":',
        replace: 'ended: "withdrawn", "held-by-others": "sold-out", "no-such-cask":',
      },
    ],
  },
];
