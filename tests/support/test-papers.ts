import type { PaperMaker } from "~/features/papers/paper";

/** Draws as the settlement Worker does. Its library is loaded by the first test that draws. */
export const testPapers: PaperMaker = {
  draw: async (paper) => {
    const [{ renderPaper }, { testFonts }] = await Promise.all([
      import("~/features/papers/render-paper"),
      import("../features/certificates/support/test-fonts"),
    ]);
    return renderPaper(paper, testFonts);
  },
};
