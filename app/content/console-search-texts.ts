// What operators read about the search.

export const searchTexts = {
  title: "Search",
  label: "Find by mail, phone, name, cask, certificate code, payment, bank reference, order or request number",
  find: "Find",
  placeholder: "Find  /",
  hint: "By mail or phone number, the beginning of a person's or a cask's name, a certificate's code, a payment, a withdrawal, a bank reference, the number of an order whose round has closed, or of a request to support. At least two letters.",
  none: "Nothing was found. An address, a code and a reference must be whole; of a name the beginning is enough.",
  found: (count: number) => (count === 1 ? "1 found." : `${count} found.`),
} as const;
