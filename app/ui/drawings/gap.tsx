/** A place in the row where a cask should lie. */
export function Gap() {
  return <img src="/images/drawings/gap.svg" width="160" height="60" alt="" />;
}
