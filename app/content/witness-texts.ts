import { formatInstant } from "~/domain/instant";
import { company } from "./company";
import { WITNESS_FILE } from "./audit-workflow";

// Who signs the public log beside us, and how to become one of them.

const WITNESS_PATH = "/witness.mjs";

export const witnessTexts = {
  title: "Who else has signed",
  text: (entries: number) =>
    `What we publish each night is in a public log that can only grow; it has ${entries.toLocaleString("en-US")} entries now. A witness signs it only if it has grown from what the witness signed before, so we cannot show different people different pasts.`,
  none: "Nobody else signs it yet. Anybody can: the program is one file.",
  signed: (atMs: number) => `signed ${formatInstant(atMs)}`,
  how: "Become a witness",
  be: {
    title: "Become a witness",
    text: "A witness keeps the last checkpoint of our log that it signed, and signs a newer one only if the log has grown from there. The program is one file for Node 20. Choose a name, keep the key it makes to yourself, and send us the other one with your address: two of us then add it to the list of witnesses we ask.",
    commands: `curl -O ${company.siteUrl}${WITNESS_PATH}\nnode witness.mjs --new-key NAME\nnode witness.mjs --log ${company.siteUrl}`,
    program: "Read the program",
    href: WITNESS_PATH,
    sha256: "SHA-256 of the program",
    daily:
      "If you have no server, this file in a repository of yours signs each morning. Its key is the secret WITNESS_KEY, and its address is https://raw.githubusercontent.com/YOU/REPOSITORY/main/witness.",
    file: WITNESS_FILE,
    show: "Show the text to paste",
    trust:
      "Whoever trusts you gives the checker your key, and it then asks for your signature too: node verify-audit.mjs --proof FILE --key KEY --witness YOURS.",
  },
} as const;
