import { createContext } from "react";

/** Known only while rendering on the server. */
export const RenderContext = createContext<{ nonce?: string; requestId?: string }>({});
