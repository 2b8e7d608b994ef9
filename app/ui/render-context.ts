import { createContext } from "react";

/** Known while rendering on the server only. */
export const RenderContext = createContext<{
  nonce?: string;
  requestId?: string;
  /** The visitor has signed in: for public pages, which never hydrate. */
  signedIn?: boolean;
}>({});
