import type { ComponentType } from "react";
import { islandFiles } from "virtual:islands";

type IslandProps<Props> = {
  /** Of the file in app/islands that starts it. */
  name: string;
  component: ComponentType<Props>;
  /** What it is drawn from, here and in the browser: only what JSON can say. */
  props: Props;
};

/** A part of a page that moves: drawn here, and given to React once it comes into view (island-script). */
export function Island<Props extends object>({ name, component: Component, props }: IslandProps<Props>) {
  return (
    <div data-island={name} data-props={JSON.stringify(props)} data-files={islandFiles[name]?.join(" ")}>
      <Component {...props} />
    </div>
  );
}
