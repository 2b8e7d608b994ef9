import { PROGRAM_URL, WORKFLOW_FILE } from "./audit-workflow";
import { company } from "./company";

// The page that runs the public program in the visitor's browser, and tells how to run it elsewhere.

const size = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const LARGE = 20_000_000;

export const auditCheckTexts = {
  title: "Check it yourself",
  description: "Recount every published day in your browser, or check a file that you kept. No sum is taken on trust.",
  lead: "This page recounts what we publish, on your own device, and takes none of our results on trust.",
  here: {
    title: "Recount the audit",
    text: (bytes: number) =>
      `Downloads about ${size(bytes)}: the latest day with all its lists. Adds everything up again and says PASS, or which figure is wrong.`,
    head: "A hash you kept (optional)",
    headHint:
      "From an earlier check or an email, as DATE=HASH. If the past has been rewritten since, it no longer matches.",
    headWrong: "A hash looks like 2026-11-03= followed by 64 letters and digits.",
    more: "More days, or a hash you kept",
    scope: {
      legend: "How much to check",
      newest: "The latest day and its lists",
      newestHint: "If you kept a hash from this day or the day before, it is compared.",
      all: "Every day, and the latest lists",
      allHint: (days: number, bytes: number) =>
        `${days === 1 ? "1 day" : `${days} days`}, about ${size(bytes)}.${bytes > LARGE ? " Best done on Wi-Fi." : ""}`,
    },
    run: "Check now",
    /** The script fills in the figure. */
    progress: "Files read: {files}",
    pass: "PASS: everything checked agrees.",
    fail: "FAIL: this does not agree.",
    none: "There is no audit to check yet.",
    failed: "The check could not be completed: {reason}",
    noScript: "This check needs JavaScript. The same program runs on any computer with Node 20, as described below.",
  },
  own: {
    title: "On your own computer",
    text: "The program is one file, written to be read. It needs Node 20 or newer, and nothing else.",
    program: "Read the program",
    commands: `curl -O ${PROGRAM_URL}\nnode verify-audit.mjs ${company.siteUrl}`,
    kept: "With a hash and our public key, both of which you kept:",
    keptCommand: `node verify-audit.mjs ${company.siteUrl} --head DATE=HASH --key KEY`,
    ends: "It exits with 0 for PASS, 1 for FAIL or for anything it could not read, and 2 for a wrong command.",
    sha256: "SHA-256 of the program",
  },
  daily: {
    title: "Every day, by itself",
    text: "GitHub, a service that stores and runs programs, can check us for you each morning, free of charge. It emails you if anything does not agree, or if the past has changed.",
    steps: [
      "Open a free account at github.com and make a new repository: a folder for this check.",
      "In the repository, choose ‘Add file’, then ‘Create new file’, and give the file this name:",
      "Paste the text below into the file and choose ‘Commit changes’.",
    ],
    file: WORKFLOW_FILE,
    show: "Show the text to paste",
    note: "It runs only the program whose hash it names, and stores each day’s hash alongside.",
  },
  not: {
    title: "What this does not prove",
    text: "It does not prove that a cask is where we say it is: its documents do that. And whoever controls this site could give you a different program along with different files. So keep a copy of the program, and a hash from an earlier day.",
  },
} as const;

/** Checking the file of a certificate or a wallet. */
export const keptFileTexts = {
  title: "Check a file that you kept",
  text: "The file from your certificate or your wallet. It is read on this device and sent nowhere; once this page is open, you can go offline.",
  file: "The file",
  fileHint: "Is called dunnage-certificate-MARK.json or dunnage-owed-DATE.json. Choose it, or drop it here.",
  check: "Check the file",
  noScript: "This check needs JavaScript. On any computer with Node 20, one of these commands says PASS or FAIL:",
  commands: "node verify-audit.mjs --proof FILE --key KEY\nnode verify-audit.mjs --owed FILE --key KEY",
  /** Beside what the program says. */
  said: {
    pass: "PASS",
    fail: "FAIL: this file does not prove what it says.",
  },
  errors: {
    none: "Choose a file first.",
    failed: "The check could not be completed: {reason}",
  },
} as const;
