import { company } from "./company";

// The page that runs the public program in the visitor's browser, and tells how to run it elsewhere.

const PROGRAM = `${company.siteUrl}/verify-audit.mjs`;

export const auditCheckTexts = {
  title: "Check the audits yourself",
  description:
    "Run the public program over every published day, in your browser or on your own machine. It recomputes every sum and every hash.",
  lead: "A program of one file reads the published days and lists, and nothing else. It recomputes every sum and every hash, follows the chain from day to day, and says PASS, or which day and which field is wrong.",
  here: {
    title: "In this browser",
    text: "This is the one public page with a script: the program itself.",
    head: "A hash you kept (optional)",
    headHint: "From an earlier check or a mail, as DATE=HASH. If the past was rewritten since, it no longer fits.",
    headWrong: "A head looks like 2026-11-03= and 64 letters and digits.",
    run: "Check now",
    /** The script fills in the figures. */
    progress: "{days} days and {lists} of {ofLists} lists read",
    failed: "The check could not be made: {reason}",
    noScript: "Your browser runs no scripts here. The same program runs on any machine with Node, as below.",
  },
  own: {
    title: "On your own machine",
    text: "Node 20 or newer, and nothing else. Read the program first: it is written to be read.",
    program: "Read the program",
    commands: `curl -O ${PROGRAM}\nnode verify-audit.mjs ${company.siteUrl}`,
    kept: "With a hash that you kept:",
    keptCommand: `node verify-audit.mjs ${company.siteUrl} --head DATE=HASH`,
    sha256: "SHA-256 of the program",
  },
  daily: {
    title: "Every day, without you",
    text: "This file in a repository of yours checks us each morning. It takes only the program with the hash above, keeps each day's hash, and fails, which tells you by mail, if anything does not agree or the past has changed.",
    file: ".github/workflows/verify-audit.yml",
  },
  not: {
    title: "What this does not prove",
    text: "That a cask lies where we say: for that there are its documents. And somebody who controls this site could give you another program together with other files. So keep a copy of the program and a hash from before.",
  },
} as const;

/** For anybody to copy. Heads are kept in the repository, one a day, so that a rewritten history cannot pass. */
export const workflowText = (sha256: string) => `name: verify-audit
on:
  schedule:
    - cron: "30 5 * * *"
  workflow_dispatch:
permissions:
  contents: write
jobs:
  verify:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 20
      - name: Take the program once, and only the one that was read
        run: |
          test -f verify-audit.mjs || curl -fsSO ${PROGRAM}
          echo "${sha256}  verify-audit.mjs" | sha256sum --check
      - name: Check every day, with every head kept so far
        run: |
          set -o pipefail
          touch heads.txt
          node verify-audit.mjs ${company.siteUrl} $(sed 's/^/--head /' heads.txt) | tee result.txt
      - name: Keep the newest head
        run: |
          sed -n 's/^head //p' result.txt >> heads.txt
          sort -u -o heads.txt heads.txt
          git config user.name verify-audit
          git config user.email verify-audit@users.noreply.github.com
          git add verify-audit.mjs heads.txt
          git diff --cached --quiet || git commit -qm "Head of the day"
          git push
`;
