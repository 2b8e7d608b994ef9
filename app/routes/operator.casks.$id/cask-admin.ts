import type { CaskPage, CaskView } from "~/areas/console/cask-page";
import type { CaskScreenProps } from "~/ui/cask-screen";
import type { ConsoleFrame } from "~/ui/console/console-page";
import type { RefusedCask } from "./action";

export type CaskAdminProps = {
  frame: ConsoleFrame;
  view: CaskView;
  fields: Record<string, string>;
  viewerId: string;
  page: CaskPage;
  seen: Pick<CaskScreenProps, "cask" | "pictures">;
  /** The same for the same form, so that sent twice it creates one. */
  newId: string;
  refused: Omit<RefusedCask, "status"> | null;
};

export type PartProps = Omit<CaskAdminProps, "frame" | "seen" | "view"> & {
  href: string;
  mayChange: boolean;
  typed: Record<string, string>;
  errors: Record<string, string>;
};
