import { company } from "./company";

// The page that runs the public program in the visitor's browser, and tells how to run it elsewhere.

const program = `node verify-audit.mjs ${company.siteUrl}`;

export const auditCheckTexts = {
  title: "Check it yourself",
  description: "Recount every published day in your browser, or check a file that you kept. No sum is taken on trust.",
  lead: "This page recounts what we publish, on your own device, and takes none of our results on trust.",
  pass: "PASS: everything checked agrees.",
  failed: "The check could not be completed: {reason}",
  here: {
    title: "Recount the audit",
    text: "Loads the latest day with all its lists, adds everything up again and says PASS, or which figure is wrong.",
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
      allHint: "May be many megabytes: best done on Wi-Fi.",
    },
    run: "Check now",
    /** The script fills in the figure. */
    progress: "Files read: {files}",
    fail: "FAIL: this does not agree.",
    noScript: "This check needs JavaScript. The same program runs on any computer with Node 20, as described below.",
  },
  /** The file of a certificate or a wallet. */
  kept: {
    title: "Check a file that you kept",
    text: "The file from your certificate or your wallet. It is read on this device and sent nowhere; once this page is open, you can go offline.",
    file: "The file",
    fileHint: "Is called dunnage-certificate-MARK.json or dunnage-owed-DATE.json. Choose it, or drop it here.",
    check: "Check the file",
    noScript: "This check needs JavaScript. On any computer with Node 20, one of these commands says PASS or FAIL:",
    commands: "node verify-audit.mjs --proof FILE --key KEY\nnode verify-audit.mjs --owed FILE --key KEY",
    pass: "PASS",
    fail: "FAIL: this file does not prove what it says.",
    none: "Choose a file first.",
  },
  own: {
    title: "On your own computer",
    text: "The program is one file, written to be read. It needs Node 20 or newer, and nothing else.",
    program: "Read the program",
    commands: `curl -O ${company.siteUrl}/verify-audit.mjs\n${program}`,
    kept: "With a hash and our public key, both of which you kept:",
    keptCommand: `${program} --head DATE=HASH --key KEY`,
    ends: "It exits with 0 for PASS, 1 for FAIL or for anything it could not read, and 2 for a wrong command: a timer of yours can run it every day.",
    sha256: "SHA-256 of the program",
  },
  not: {
    title: "What this does not prove",
    text: "It does not prove that a cask is where we say it is: its documents do that. And whoever controls this site could give you a different program along with different files. So keep a copy of the program, and a hash from an earlier day.",
  },
} as const;
