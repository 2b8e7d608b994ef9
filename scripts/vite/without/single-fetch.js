// In place of Remix's module of this name in the browser's build: single fetch is off (vite.config.ts), and the decoder of
// its streams with it. Nothing here is ever called.
const off = () => {
  throw new Error();
};

export const StreamTransfer = off;
export const decodeViaTurboStream = off;
export const getSingleFetchDataStrategy = off;
export const singleFetchUrl = off;
