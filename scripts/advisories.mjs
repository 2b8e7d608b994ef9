// Known advisories that concern our dependencies, for a check that needs no network. Not complete: a registry's own audit knows
// more where it answers. `affected` lists half-open ranges: from this version on, below that one.

export const REVIEWED_ON = "2026-11-20";

const below = (...ends) => ends.map((end) => ({ below: end }));
/** One fix for each line of versions: affected is each line from its first version to its fix. */
const lines = (...fixes) =>
  fixes.map((fix, i) => ({ from: i === 0 ? "0.0.0" : `${fix.split(".")[0]}.0.0`, below: fix }));

export const ADVISORIES = [
  { id: "CVE-2023-46233", name: "crypto-js", affected: below("4.2.0"), what: "weak PBKDF2 by default" },
  { id: "CVE-2026-34077", name: "turbo-stream", affected: [{ from: "2.0.0", below: "3.0.0" }], what: "no fix in 2.x" },
  { id: "CVE-2026-22029", name: "@remix-run/router", affected: below("1.23.2"), what: "script through a redirect" },
  { id: "CVE-2025-68470", name: "react-router", affected: [{ from: "6.0.0", below: "6.30.2" }], what: "open redirect" },
  { id: "CVE-2025-61686", name: "@remix-run/node", affected: below("2.17.2"), what: "path traversal in file sessions" },
  {
    id: "CVE-2026-22030",
    name: "@remix-run/server-runtime",
    affected: below("2.17.3"),
    what: "posts from other sites",
  },
  { id: "CVE-2025-59057", name: "@remix-run/react", affected: below("2.17.1"), what: "script in meta descriptors" },
  { id: "CVE-2024-47764", name: "cookie", affected: below("0.7.0"), what: "names and values not checked" },
  {
    id: "CVE-2025-22150",
    name: "undici",
    affected: lines("5.28.5", "6.21.1", "7.2.3"),
    what: "guessable multipart boundary",
  },
  {
    id: "CVE-2025-47279",
    name: "undici",
    affected: lines("5.29.0", "6.21.2", "7.5.0"),
    what: "memory leak on bad certificates",
  },
  {
    id: "CVE-2025-62522",
    name: "vite",
    affected: lines("5.4.21", "6.4.1", "7.1.11"),
    what: "development server serves denied files",
  },
  {
    id: "GHSA-67mh-4wv8-f99q",
    name: "esbuild",
    affected: below("0.25.0"),
    what: "development server answers any site",
  },
  {
    id: "CVE-2025-24964",
    name: "vitest",
    affected: lines("1.6.1", "2.1.9", "3.0.5"),
    what: "code from any site through its server",
  },
  {
    id: "CVE-2024-47068",
    name: "rollup",
    affected: lines("2.79.2", "3.29.5", "4.22.4"),
    what: "script through document.currentScript",
  },
  {
    id: "CVE-2024-45296",
    name: "path-to-regexp",
    affected: [...below("0.1.10"), { from: "0.2.0", below: "6.3.0" }, { from: "7.0.0", below: "8.0.0" }],
    what: "slow patterns",
  },
  { id: "CVE-2024-52798", name: "path-to-regexp", affected: below("0.1.12"), what: "slow patterns" },
  {
    id: "CVE-2025-5889",
    name: "brace-expansion",
    affected: lines("1.1.12", "2.0.2", "3.0.1", "4.0.1"),
    what: "slow patterns",
  },
  { id: "CVE-2024-4068", name: "braces", affected: below("3.0.3"), what: "memory used up" },
  { id: "CVE-2024-4067", name: "micromatch", affected: below("4.0.8"), what: "slow patterns" },
  { id: "CVE-2024-21538", name: "cross-spawn", affected: lines("6.0.6", "7.0.5"), what: "slow patterns" },
  {
    id: "CVE-2024-37890",
    name: "ws",
    affected: [
      ...below("5.2.4"),
      { from: "6.0.0", below: "6.2.3" },
      { from: "7.0.0", below: "7.5.10" },
      { from: "8.0.0", below: "8.17.1" },
    ],
    what: "crash on many headers",
  },
  { id: "CVE-2022-25883", name: "semver", affected: lines("5.7.2", "6.3.1", "7.5.2"), what: "slow patterns" },
  {
    id: "CVE-2024-55565",
    name: "nanoid",
    affected: [...below("3.3.8"), { from: "4.0.0", below: "5.0.9" }],
    what: "predictable ids",
  },
  { id: "CVE-2023-44270", name: "postcss", affected: below("8.4.31"), what: "comments misread" },
  {
    id: "CVE-2025-64756",
    name: "glob",
    affected: [
      { from: "10.2.0", below: "10.5.0" },
      { from: "11.0.0", below: "11.1.0" },
    ],
    what: "commands through file names",
  },
  { id: "CVE-2025-64718", name: "js-yaml", affected: lines("3.14.2", "4.1.1"), what: "prototype pollution" },
  { id: "CVE-2024-43796", name: "express", affected: below("4.20.0"), what: "script through a redirect" },
  { id: "CVE-2024-43799", name: "send", affected: below("0.19.0"), what: "script through an error page" },
  { id: "CVE-2024-43800", name: "serve-static", affected: below("1.16.0"), what: "script through a redirect" },
  { id: "CVE-2024-45590", name: "body-parser", affected: below("1.20.3"), what: "memory used up" },
  { id: "CVE-2025-7339", name: "on-headers", affected: below("1.1.0"), what: "headers misread" },
  { id: "CVE-2025-7783", name: "form-data", affected: lines("2.5.4", "3.0.4", "4.0.4"), what: "guessable boundary" },
  { id: "CVE-2025-27789", name: "@babel/helpers", affected: below("7.26.10"), what: "slow patterns in compiled code" },
  { id: "CVE-2025-27789", name: "@babel/runtime", affected: below("7.26.10"), what: "slow patterns in compiled code" },
  {
    id: "CVE-2025-48387",
    name: "tar-fs",
    affected: lines("1.16.5", "2.1.3", "3.0.9"),
    what: "writes outside its folder",
  },
  {
    id: "CVE-2025-59343",
    name: "tar-fs",
    affected: lines("1.16.6", "2.1.4", "3.1.1"),
    what: "writes outside its folder",
  },
  { id: "CVE-2026-23745", name: "tar", affected: below("7.5.3"), what: "writes outside its folder through links" },
  {
    id: "CVE-2025-32014",
    name: "estree-util-value-to-estree",
    affected: below("3.3.3"),
    what: "prototype pollution in generated code",
  },
];

/** Known and borne, each with its reason, until a day on which it has to be thought over again. */
export const ACCEPTED = [
  {
    id: "CVE-2026-34077",
    name: "turbo-stream",
    until: "2027-06-01",
    why: "Comes with Remix, which reads such streams only with single fetch; that stays off.",
  },
  {
    id: "GHSA-67mh-4wv8-f99q",
    name: "esbuild",
    until: "2027-06-01",
    why: "The old copies bundle for Remix's and drizzle-kit's tools; nobody starts esbuild's own server.",
  },
  {
    id: "CVE-2026-23745",
    name: "tar",
    until: "2027-06-01",
    why: "Part of Remix's development tools; no archive is unpacked with it.",
  },
  {
    id: "CVE-2025-32014",
    name: "estree-util-value-to-estree",
    until: "2027-06-01",
    why: "Part of Remix's MDX support at build time; there is no MDX here.",
  },
];
