/** "30.4 L": a small l could be read as a 1. The two stay on one line. */
export const inLitres = (figure: number | string) => `${figure}\u00a0L`;

export const litresOfAlcohol = (figure: number | string) => `${inLitres(figure)}\u00a0of\u00a0alcohol`;
