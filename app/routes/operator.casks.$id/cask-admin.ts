import type { CaskPage, CaskView } from "~/areas/console/cask-page";
import type { CaskScreenProps } from "~/ui/cask-screen";
import type { ConsoleFrame } from "~/ui/console/console-page";
import type { RefusedCask } from "./action";

export type CaskAdminProps = {
  frame: ConsoleFrame;
  view: CaskView;
  /** What the address says. */
  fields: Record<string, string>;
  viewerId: string;
  page: CaskPage;
  /** As an activated investor sees it. */
  seen: Pick<CaskScreenProps, "cask" | "pictures">;
  /** Of whatever is entered next: the same for the same form. */
  newId: string;
  refused: Omit<RefusedCask, "status"> | null;
};

/** What each part of the page is given. `typed`: what is in its form now. */
export type PartProps = Omit<CaskAdminProps, "frame" | "seen" | "view"> & {
  href: string;
  mayChange: boolean;
  typed: Record<string, string>;
  errors: Record<string, string>;
};
