/** Present time in ms since 1970. The only reader of the browser's clock: everything else is given it. */
export function browserClock(): number {
  return Date.now();
}
