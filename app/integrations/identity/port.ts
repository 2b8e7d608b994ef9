// A service that compares people with their documents, as far as Dunnage needs it. It shows its own pages and keeps
// pictures to itself.

export const IDENTITY_PAGES = "https://verify.stripe.com";

export type IdentityRequest = {
  /** Ours: a retry with the same one starts nothing new. */
  sessionId: string;
  userId: string;
  returnUrl: string;
};

export type IdentityState = {
  /** The person it is about, as the provider stored them. */
  userId: string | null;
  /** `open`: nothing was handed in, or it is being looked at. `failed`: the person may try again. */
  status: "open" | "verified" | "failed" | "canceled";
  /** On the document, once it is verified. */
  name: string | null;
  /** Country, kind and number of the document: for a keyed hash, and never kept. */
  document: string | null;
};

export interface IdentityProvider {
  start(request: IdentityRequest): Promise<{ providerSessionId: string; url: string }>;
  read(providerSessionId: string): Promise<IdentityState>;
}
