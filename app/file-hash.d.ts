/** Made by scripts/vite/file-hash. */
declare module "*?sha256" {
  /** Hex, lower case. */
  const sha256: string;
  export default sha256;
}
