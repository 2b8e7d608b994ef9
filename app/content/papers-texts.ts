// Where the papers of an account are found, from Settings and from one another.

export const papersTexts = {
  settings: "Statements",
  links: [{ href: "/my-data", label: "Download my data" }],
} as const;
