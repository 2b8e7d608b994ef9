// Where the papers of an account are found, from Settings and from one another.

export const papersTexts = {
  settings: "Statements and papers",
  links: [
    { href: "/calendar", label: "Dates in your calendar" },
    { href: "/my-data", label: "Everything about me" },
    { href: "/beneficiary", label: "A named beneficiary" },
  ],
} as const;
