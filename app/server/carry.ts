import type { RequestContext } from "./context";

// After a refused POST Remix runs the page's loader in the same request. The action hands over here what it has already read,
// so that the page costs no further round trip.

const carriedBy = new WeakMap<RequestContext, unknown>();

export function carry(context: RequestContext, pageData: unknown): void {
  carriedBy.set(context, pageData);
}

export function carried<T>(context: RequestContext): T | undefined {
  return carriedBy.get(context) as T | undefined;
}
