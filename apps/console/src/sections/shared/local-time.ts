/** `datetime-local` writes no zone: that of this device. Null for what is no time. */
export function instantOf(local: string): string | null {
  const time = Date.parse(local);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** An instant as `datetime-local` takes it, to the minute or to the second. */
export function localOf(instant: string, withSeconds = false): string {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, withSeconds ? 19 : 16);
}
