import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { PrintedMarkup } from "./printed";

/** For `Printed`. React escapes every text in it. */
export const printMarkup = (part: ReactElement): PrintedMarkup => ({ markup: renderToStaticMarkup(part) });
