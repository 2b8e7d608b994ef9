// What operators read about the search.

export const searchTexts = {
  title: "Search",
  columns: { name: "Name", kind: "Kind", detail: "Detail", since: "Since" },
  label: "Find by email, phone, name, cask, certificate code, payment, bank reference, order or request number",
  find: "Find",
  placeholder: "Find",
  hint: "By email or phone number, the start of a person's or a cask's name, a certificate's code, a payment, a withdrawal, a bank reference or the number of a support request. At least two letters.",
  none: "Nothing was found. Enter addresses, codes and references in full; the start of a name is enough.",
  found: (count: number) => (count === 1 ? "1 found." : `${count} found.`),
} as const;
