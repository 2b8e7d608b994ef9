// In place of Remix's module of this name in the browser's build: no route has a `clientLoader` to wait for.
export const RemixRootDefaultHydrateFallback = () => null;
