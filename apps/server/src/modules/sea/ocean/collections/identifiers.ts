/** `20261120T090000Z` */
export function stampOf(at: Date): string {
  return at
    .toISOString()
    .replace(/\.\d{3}Z$/, 'Z')
    .replaceAll(/[-:]/g, '');
}

/** A name that addresses and object keys take as it is. */
export function nameOf(text: string): string {
  return text.replaceAll(/[^\w.-]/g, '-');
}
