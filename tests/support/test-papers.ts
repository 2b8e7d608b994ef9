import type { PaperMaker } from "~/areas/holdings/papers/paper";

/** Draws as the settlement Worker does. Its library is loaded by the first test that draws. */
export const testPapers: PaperMaker = {
  draw: async (paper) => {
    const { renderPaper } = await import("~/areas/holdings/papers/render-paper");
    return renderPaper(paper);
  },
};
