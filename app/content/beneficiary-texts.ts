import { company } from "./company";

// Whom we turn to after an investor's death, and what happens then. It names a person to ask; it leaves nothing to them.

export const beneficiaryTexts = {
  title: "A named beneficiary",
  lead: "The person we write to if we learn that you have died.",
  labels: { name: "Full name", relation: "Relationship to you", contact: "How to reach them" },
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
      `Someone tells us at ${company.support.email} and sends the death certificate. From then on, nobody can log in to the account and nothing is paid out.`,
      "We write to the person you named here. We tell them that there is an account, but nothing about what it holds.",
      "Whoever may act for your estate sends proof: a grant of probate, a certificate of inheritance or succession, or whatever the law of your country requires.",
      "The stakes are then transferred to the heirs, or held until the casks are sold, and the money in the wallet is paid to the estate.",
    ],
  },
  not: {
    title: "What it is not",
    text: "It is not a will or a gift. Your will and the law decide who inherits, not a name in this form. Tell the person that you have named them, and where your certificates are.",
  },
  seen: "Only you can see this here. We look at it only if we are told that you have died. It is deleted with your account.",
} as const;
