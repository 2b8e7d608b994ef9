// A Data module, as fonts are (rule `**/*.pack` of the tests' settings).
declare module "*.pack" {
  const bytes: ArrayBuffer;
  export default bytes;
}
