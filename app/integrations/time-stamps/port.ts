/** Has a third party witness that a digest existed by now. */
export type Stamper = {
  /**
   * @param digest 32 bytes
   * @returns a file that proves it
   * @throws if there is no such answer
   */
  stamp: (digest: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
};
