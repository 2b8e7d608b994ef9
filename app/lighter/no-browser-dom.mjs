// What react-router-dom uses of react-dom, and only in a browser: the Worker's build takes this in its place (vite.config.ts).
export const flushSync = (work) => work();
