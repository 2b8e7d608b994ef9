export const searchTexts = {
  title: "Search",
  label: "Find by email, phone, name, cask, certificate code, payment, bank reference, order or request number",
  found: (count: number) => (count === 1 ? "1 found." : `${count} found.`),
} as const;
