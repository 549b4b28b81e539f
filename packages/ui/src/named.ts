/** Accessible name of a control that stands several times on a screen: its own words, then what it acts on. */
export function named(action: string, object: string): string {
  return `${action}: ${object}`;
}
