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
  {
    name: "a stopped sale gives a hold",
    breaks: "stakes are held for people after an operator has stopped the sale",
    code: [
      {
        find: "AND casks.sales_stopped_at_ms IS NULL AND casks.ended_on IS NULL AND casks.launches_on",
        replace: "AND casks.ended_on IS NULL AND casks.launches_on",
      },
    ],
    test: {
      file: "tests/routes/operator/stop-sales.test.ts",
      title: "gives nobody a stake until it goes on, and says so; each press is one change and one entry",
    },
  },
  {
    name: "a stopped sale calls the line",
    breaks: "who stands in line is offered a stake that nobody may buy",
    code: [{ find: "else if (isStopped) this.line.callAllBack();", replace: "" }],
    test: {
      file: "tests/areas/buying/desk/while-waiting.test.ts",
      title: "keeps the line with its places, ends offers, and goes on where it stopped",
    },
  },
  {
    name: "a session that has ended looks on",
    breaks: "who was signed out everywhere still sees their place in line",
    code: [{ find: "return known?.isLive === false;", replace: "return false;" }],
    test: {
      file: "tests/areas/buying/desk/while-waiting.test.ts",
      title: "are confirmed together, each once a minute, and one that has ended is told so at the look after",
    },
  },
  {
    name: "no limit for stakes of one network in the first hour",
    breaks: "a crowd of new accounts behind one network buys a launch out",
    code: [{ find: "AND counters.count >= most.value))", replace: "AND counters.count > 1000000 + most.value))" }],
    test: {
      file: "tests/areas/buying/first-hour.test.ts",
      title: "so many new accounts of one network get a stake, and those of a week and more as ever",
    },
  },
  {
    name: "no limit for places of one network in the first hour",
    breaks: "a crowd of new accounts behind one network takes the whole line",
    code: [{ find: "if (users.size >= most) return endMs;", replace: "" }],
    test: {
      file: "tests/areas/buying/desk/while-waiting.test.ts",
      title: "get so many places in line, and others as many as come",
    },
  },
  {
    name: "a stake before the draw",
    breaks: "who is quickest has a stake in the minute in which everybody is to have the same chance",
    code: [{ find: " AND NOT ${isGathering(input)}", replace: "" }],
    test: {
      file: "tests/areas/buying/desk/cask-desk.test.ts",
      title:
        "nobody has a stake before they are, a dead object or none changes nothing, and the first of the draw is called",
    },
  },
  {
    name: "served before an earlier place of the draw",
    breaks: "those who ask in the first minute are served in the order in which they came, whatever was drawn",
    code: [{ find: "rankOf(one) < rankOf(other) ? -1 : 1", replace: "one.number - other.number" }],
    test: {
      file: "tests/areas/buying/desk/any-rush.test.ts",
      title: "oversells nothing, keeps the order, and tells nobody 'held' who is not, nor a holder to wait",
    },
  },
  {
    name: "a draw without those on their way",
    breaks: "who reached the app in the last second of the minute stands behind all others",
    code: [{ find: "(this.#endsMs ?? 0) + ON_ITS_WAY_MS - nowMs", replace: "(this.#endsMs ?? 0) - nowMs" }],
    test: {
      file: "tests/areas/buying/desk/first-minute.test.ts",
      title: "takes those who were on their way when it ended, and nobody who came after it",
    },
  },
  {
    name: "everybody goes around a desk that is away",
    breaks: "a crowd that finds the desk away goes to the database all at once, and the desk wakes behind their queue",
    code: [{ find: "if (there.size >= this.atMost) return null;", replace: "" }],
    test: {
      file: "tests/areas/buying/desk/cask-desk.test.ts",
      title: "lets only so many around it at once: the others are told to come again, and ask the database nothing",
    },
  },
  {
    name: "a late desk counts as away",
    breaks: "who waited too long for a desk that waits for the database is sent to that database as well",
    code: [{ find: 'return isLate ? "busy" : "away";', replace: 'return "away";' }],
  },
];
