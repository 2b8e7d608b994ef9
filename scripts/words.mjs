// Checks running text against the rules of plain language: prints each hit with what to write, fails on any.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Pattern and what to write in its place. A line that says `words-ok` is not checked. */
const RULES = [
  [/\b[Ww]hoever\b/, "anyone who, the person who"],
  [/\b(?:to|by|for|than|gives?) who (?!else\b|they\b)[a-z]/, "name the person"],
  [/(?<!const )\b(?:said|asked|kept|published|missed|known) of (?!course\b)/, "about, from, in, for"],
  [/\bwhat of (?:the|a|an|its|it|them)\b/, "which part of, how much of"],
  [
    /(?<![Tt]here )\b(?:is|are|was) no (?!longer|more|less|fewer|one\b|better|guide|use\b|good|such|reason|substitute)[a-z]/,
    "is not a",
  ],
  [
    /\b(?:one|two|rows?|batch|trip|object|handler|file) an? (?:cask|person|page|stake|subject|vendor|isolate|query|route|area|line|binding)\b/,
    "per",
  ],
  [/\beach (?:two|three|five|ten|\d+) (?:s|seconds?|minutes?)\b|\beach (?:fifth|seventh|tenth)\b/, "every"],
  [/, also (?:if|without|when|of|where|beside|by|after|to|from|for|as|in|on|over|with)\b/, "even if, including"],
  [/\bbut for\b/, "except, apart from"],
  [
    /\b(?:source|sources|tier|figure|name|reason|price|value) and (?:its |their )?day\b|\bwith (?:its|their) days?\b/,
    "date",
  ],
  [/\/\*\* (?:@param \w+ )?Of (?!course)/, "start with the noun"],
  [
    /(?<!no )(?<!each )(?<!other )(?<!first )(?<!second )(?<!that )(?<!this )\b[Oo]ne['’]s\b/,
    "your, their, the viewer's",
  ],
  [
    /(?<![-\w])[Mm]ails(?![-\w])|\b(?:[Aa]|[Tt]he|[Ee]ach|[Oo]ne|[Bb]y|[Nn]o|every) mail\b(?! (?:provider|program|service))|\b[Mm]ailed\b/,
    "email",
  ],
  [/\banew\b|\bafresh\b|\breckon(?:s|ed|ing)?\b|\bdear to\b|\bof late\b/, "again, calculated, costly, lately"],
  [
    /\b(?:database|D1|registry|books|ledger) (?:is|are|was|could not be|cannot be) asked\b|\basks? the (?:database|books)\b/,
    "query",
  ],
  [/\b(?:is|are|was|were|be|been) looked (?:at|after)\b/, "checked, read, reviewed"],
  [/RAISE\(ABORT, '(?![$(']|[^']*\b(?:cannot|must)\b)/, "'X cannot ...' or 'X must ...'"],
  [/\bcomes? on top\b/, "is added, is charged as well"],
];

const PATHS = ["app", "docs", "tests", "scripts", "workers", "migrations", "README.md", "public/*.mjs"];
const files = execFileSync("git", ["ls-files", ...PATHS], { encoding: "utf8" })
  .trim()
  .split("\n");
const hits = files
  .filter((file) => /\.(ts|tsx|mjs|md|sql|css)$/.test(file) && existsSync(file) && !file.endsWith("words.mjs"))
  .flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, index) =>
        RULES.filter(([pattern]) => !line.includes("words-ok") && pattern.test(line)).map(
          ([pattern, instead]) => `${file}:${index + 1}: '${line.match(pattern)[0].trim()}': write ${instead}`,
        ),
      ),
  );
for (const hit of hits) console.error(hit);
if (hits.length > 0) console.error(`${hits.length} to change`);
process.exitCode = hits.length === 0 ? 0 : 1;
