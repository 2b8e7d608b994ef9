const asked: Record<string, string> = {
  "cask-number": "its cask number",
  "delivery-order": "a delivery order",
  "warehouse-confirmation": "a confirmation from the warehouse",
  insurance: "valid insurance",
};

export function sayMissing(kept: string): string {
  const names = kept.split(", ").map((name) => asked[name] ?? name);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
