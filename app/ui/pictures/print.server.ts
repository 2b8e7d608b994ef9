import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** Markup of a picture, for `Printed`. React escapes every text in it. */
export const printPicture = (picture: ReactElement): string => renderToStaticMarkup(picture);
