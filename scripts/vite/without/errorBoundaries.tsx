// In place of Remix's module of this name in the browser's build. The root route has an error page of its own; what is left
// is for a fault of the document around it, of which Remix would show the stack.
import { Component, type ReactNode } from "react";
import { errorPages } from "../../../app/content/error-pages";

type Props = { children: ReactNode; error?: unknown; location: unknown };
type State = { error: unknown; location: unknown };

/** Shows the error until the address changes. */
export class RemixErrorBoundary extends Component<Props, State> {
  override state: State = { error: this.props.error ?? null, location: this.props.location };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: State): State {
    const moved = state.location !== props.location;
    return { error: props.error || (moved ? null : state.error), location: props.location };
  }

  override render() {
    return this.state.error ? <RemixRootDefaultErrorBoundary error={this.state.error} /> : this.props.children;
  }
}

export function RemixRootDefaultErrorBoundary({ error }: { error: unknown }) {
  console.error(error);
  const { title, action } = errorPages.server;
  return (
    <html lang="en">
      <body>
        <h1>{title}</h1>
        <a href={action.href}>{action.label}</a>
      </body>
    </html>
  );
}
