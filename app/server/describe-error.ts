// The message of a failed query repeats its parameters, and a provider's may quote an address, so only messages made by the
// language or the database engine are logged.

const OWN_WORDS = new Set(["TypeError", "RangeError", "ReferenceError", "SyntaxError", "ProviderError"]);

export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const cause = error.cause instanceof Error && error.cause.message.startsWith("D1_ERROR") ? error.cause.message : "";
  const words = OWN_WORDS.has(error.name) ? error.message : cause;
  return `${error.name}${words ? `: ${words}` : ""}`.slice(0, 300);
}
