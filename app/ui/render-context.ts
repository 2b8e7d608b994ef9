import { createContext } from "react";

/** Known only while rendering on the server. */
export const RenderContext = createContext<{
  requestId?: string;
  /** The visitor has signed in. */
  signedIn?: boolean;
}>({});
