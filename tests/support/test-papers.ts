import type { PaperMaker } from "~/areas/holdings/papers/paper";

/** Draws as the settlement Worker does. Its library is loaded by the first test that draws. */
export const testPapers: PaperMaker = {
  draw: async (paper) => {
    const [{ renderPaper }, { testFonts }] = await Promise.all([
      import("~/areas/holdings/papers/render-paper"),
      import("../areas/holdings/certificates/support/test-fonts"),
    ]);
    return renderPaper(paper, testFonts);
  },
};
