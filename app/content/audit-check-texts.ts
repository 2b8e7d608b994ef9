import { PROGRAM_URL, WORKFLOW_FILE } from "./audit-workflow";
import { company } from "./company";

// The page that runs the public program in the visitor's browser, and tells how to run it elsewhere.

const size = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const LARGE = 20_000_000;

export const auditCheckTexts = {
  title: "Check the audits yourself",
  description:
    "Run the public program over every published day, in your browser or on your own machine. It recomputes every sum and every hash.",
  lead: "A program of one file reads the published days and lists, and nothing else. It recomputes every sum and every hash, follows the chain from day to day, and says PASS, or which day and which field is wrong.",
  here: {
    title: "In this browser",
    text: "This page runs the program itself. No other public page loads a file of script; those with a form have a few lines of their own.",
    head: "A hash you kept (optional)",
    headHint: "From an earlier check or a mail, as DATE=HASH. If the past was rewritten since, it no longer fits.",
    headWrong: "A head looks like 2026-11-03= and 64 letters and digits.",
    scope: {
      legend: "How much to check",
      newest: "The newest day and its lists",
      newestHint: (bytes: number) =>
        `Loads about ${size(bytes)}. A hash that you kept of this day or of the one before is compared with it.`,
      all: "Every day, and the newest lists",
      allHint: (days: number, bytes: number) =>
        `${days === 1 ? "1 day" : `${days} days`}, about ${size(bytes)}.${bytes > LARGE ? " Not over a phone's plan." : ""}`,
    },
    run: "Check now",
    /** The script fills in the figures. */
    progress: "Read: days {days}, lists {lists} of {ofLists}, {kilobytes} kB",
    pass: "PASS: all that was read agrees.",
    fail: "FAIL: this does not agree.",
    none: "There is no audit to check yet.",
    failed: "The check could not be made: {reason}",
    noScript: "Your browser runs no scripts here. The same program runs on any machine with Node 20, as below.",
  },
  own: {
    title: "On your own machine",
    text: "Node 20 or newer, and nothing else. Read the program first: it is written to be read.",
    program: "Read the program",
    commands: `curl -O ${PROGRAM_URL}\nnode verify-audit.mjs ${company.siteUrl}`,
    kept: "With a hash that you kept:",
    keptCommand: `node verify-audit.mjs ${company.siteUrl} --head DATE=HASH`,
    ends: "It ends with 0 for PASS, 1 for FAIL or for what could not be read, 2 if it was called wrongly.",
    sha256: "SHA-256 of the program",
  },
  proof: {
    title: "A proof that you kept",
    text: "A file that ends in .tlog-proof says what our public log has of one certificate, and that of your wallet what we said that we owe you. Both are checked without this site, years from now, with the log’s key. Keep the key now, and the file beside your certificate.",
    key: "The log’s key",
    keyHref: "/log/key",
    commands: "node verify-audit.mjs --proof FILE --key KEY\nnode verify-audit.mjs --owed FILE --key KEY",
    grows:
      "The log may only grow. With a checkpoint that you kept, the program sees whether anything in it was changed since:",
    growsCommands: `curl -O ${company.siteUrl}/log/checkpoint\nnode verify-audit.mjs ${company.siteUrl} --key KEY --checkpoint checkpoint`,
    format: "The log is a tiled transparency log (C2SP tlog-tiles): programs of others read it too.",
  },
  daily: {
    title: "Every day, without you",
    text: "This file in a repository of yours checks us each morning. It runs only the program with the hash above, keeps each day's hash, and fails, which GitHub tells you by mail, if anything does not agree or the past has changed.",
    file: WORKFLOW_FILE,
  },
  not: {
    title: "What this does not prove",
    text: "That a cask lies where we say: for that there are its documents. And somebody who controls this site could give you another program together with other files. So keep a copy of the program and a hash from before.",
  },
} as const;
