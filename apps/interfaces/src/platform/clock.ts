/** Present time in ms since 1970: the pages' only reader of the browser's clock. */
export function browserClock(): number {
  return Date.now();
}
