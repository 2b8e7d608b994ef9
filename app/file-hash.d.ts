/** Made by scripts/vite-plugins.ts. */
declare module "*?sha256" {
  /** Hex, lower case. */
  const sha256: string;
  export default sha256;
}
