/** Made by scripts/vite/islands. */
declare module "virtual:islands" {
  /** By the name of an island: the addresses of its files, its own first. */
  export const islandFiles: Readonly<Record<string, readonly string[]>>;
}
