import { company } from "./company";

// Whom we turn to after an investor's death, and what happens then. It names a person to ask; it leaves nothing to them.

export const beneficiaryTexts = {
  title: "A named beneficiary",
  lead: "Whom we turn to if we learn that you have died.",
  labels: { name: "Full name", relation: "Who they are to you", contact: "How we reach them" },
  hints: {
    relation: "For example your wife, your brother or the executor of your will.",
    contact: "An email address, a phone number or a postal address.",
  },
  required: "Fill this in.",
  save: "Save",
  remove: "Remove the beneficiary",
  then: {
    title: "What happens then",
    steps: [
      `Somebody tells us, at ${company.support.email}, and sends the death certificate. From then on nobody can sign in to the account, and nothing is paid out.`,
      "We write to the person you named here. We tell them that there is an account, and nothing about what it holds.",
      "Whoever may act for your estate proves it: a will that was proved, a certificate of inheritance or of succession, or what the law of your country asks for.",
      "Then the stakes are entered for the heirs, or held until the casks are sold, and money in the wallet is paid to the estate.",
    ],
  },
  not: {
    title: "What it is not",
    text: "Not a will, and no gift. Who inherits is decided by your will and the law, not by a name in this form. Tell the person that you have named them, and where your certificates are.",
  },
  seen: "Only you see it here. We look at it when we have been told of a death. It is deleted with your account.",
} as const;
