// Font files are Data modules: the bundler hands over their bytes (rule `**/*.ttf` of the importing Worker).
declare module "~/areas/holdings/certificates/fonts/*.ttf" {
  const bytes: ArrayBuffer;
  export default bytes;
}
