// A failed query's message repeats its parameters, a provider's may quote an address: only messages that the language or
// the database engine made are written to the log.

const OWN_WORDS = new Set(["TypeError", "RangeError", "ReferenceError", "SyntaxError", "ProviderError"]);

export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const cause = error.cause instanceof Error && error.cause.message.startsWith("D1_ERROR") ? error.cause.message : "";
  const words = OWN_WORDS.has(error.name) ? error.message : cause;
  return `${error.name}${words ? `: ${words}` : ""}`.slice(0, 300);
}
