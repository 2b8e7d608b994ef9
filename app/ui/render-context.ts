import { createContext } from "react";

/** Known only while rendering on the server. */
export const RenderContext = createContext<{
  nonce?: string;
  requestId?: string;
  /** The visitor has signed in: for public pages, which never hydrate. */
  signedIn?: boolean;
}>({});
