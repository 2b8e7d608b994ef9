// Font files are Data modules: the bundler hands over their bytes (rule `**/*.ttf` of the Worker that imports them).
declare module "~/features/certificates/fonts/*.ttf" {
  const bytes: ArrayBuffer;
  export default bytes;
}
