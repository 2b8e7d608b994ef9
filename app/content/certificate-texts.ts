export const verifyTexts = {
  title: "Verify a certificate",
  description:
    "Enter the code of a certificate of ownership to see whether it is valid, and for which stake of which cask.",
  lead: "Every certificate of ownership carries a code. It tells you whether the certificate is valid today.",
  form: {
    label: "Certificate code",
    hint: "16 letters and digits. Capitals, spaces and hyphens make no difference.",
    example: "abcd-efgh-jkmn-pqrt",
    check: "Check certificate",
  },
  another: "Check another certificate",
  heads: {
    valid: { look: "gain", title: "This certificate is valid", text: "We issued it, and it is still valid." },
    void: {
      look: "error",
      title: "This certificate is no longer valid",
      text: "We issued it, but it no longer proves ownership.",
    },
    replaced: {
      look: "error",
      title: "This certificate was replaced",
      text: "We issued it, and a newer certificate of the same stake has taken its place. Ask for that one.",
    },
    resold: {
      look: "error",
      title: "This stake has been resold",
      text: "We issued this certificate. Its holder has since sold the stake to another investor, who has a certificate of their own.",
    },
    ended: {
      look: "unknown",
      title: "This stake has ended",
      text: "We issued this certificate. The whole cask has since been sold, and every holder was paid for their stakes.",
    },
    unknown: {
      look: "unknown",
      title: "We do not know this code",
      text: "No certificate has this code. Compare it with the certificate, group by group, and try again.",
    },
  },
  code: "Code",
  cask: "Cask",
  stake: "Stake",
  stakeOf: (number: number, total: number) => `${number} of ${total}`,
  issued: "Issued",
  since: { void: "Not valid since", replaced: "Not valid since", ended: "Sold on", resold: "Resold on" },
  sameFile: "Is it the same file?",
  hash: "The PDF we issued has this SHA-256 hash. A different hash means a different file.",
  notProved: "What this does not prove",
  notProvedText:
    "It does not say who holds the stake today, that the person who showed it to you is the holder, or what the stake is worth. It carries no personal data. Questions: ",
} as const;
