import { createContext } from "react";

/** Known only while rendering on the server. */
export const RenderContext = createContext<{ requestId?: string; signedIn?: boolean }>({});
