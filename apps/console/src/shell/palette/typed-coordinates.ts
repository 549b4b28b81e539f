/** A latitude or longitude as it was typed: degrees with minutes and seconds, or decimal, and the side. */
const degrees = String.raw`([+-]?\d{1,3}(?:[.,]\d+)?)\s*[°º]?\s*`;
// Decimal degrees have no minutes: what follows them is the other part.
const minutes = String.raw`(?:(?<![.,]\d+\s*[°º]?\s*)(\d{1,2}(?:[.,]\d+)?)\s*['’′]?\s*)?`;
const seconds = String.raw`(?:(\d{1,2}(?:[.,]\d+)?)\s*["”″]\s*)?`;
const part = `${degrees}${minutes}${seconds}([NSEWOLnsewol])?`;
const pair = new RegExp(`^\\s*${part}(?:\\s*[,;/]\\s*|\\s+)${part}\\s*$`, 'u');

const numberOf = (text: string | undefined): number => Number((text ?? '0').replace(',', '.'));

/** Degrees of one typed part; negative to the south and to the west («O» is oeste, «L» leste). */
function degreesOf(parts: readonly (string | undefined)[]): number {
  const [whole, sixtieths, finer, side] = parts;
  const size = Math.abs(numberOf(whole)) + numberOf(sixtieths) / 60 + numberOf(finer) / 3600;
  const isNegative = (whole ?? '').startsWith('-') || /[swo]/i.test(side ?? '');
  return isNegative ? -size : size;
}

/**
 * Longitude and latitude in degrees of coordinates as people type them (`8°49′S 13°14′E`, `-8.81, 13.23`): latitude first
 * unless the sides say otherwise. Null for any other text, and for degrees that do not exist.
 */
export function typedCoordinates(text: string): readonly [number, number] | null {
  const found = pair.exec(text);
  if (found === null) return null;
  const [first, second] = [found.slice(1, 5), found.slice(5, 9)];
  // Two bare whole numbers are more likely a word of something else.
  const isMarked = /[°º.,]/.test(text) || first[3] !== undefined || second[3] !== undefined;
  if (!isMarked) return null;
  const isLongitude = (side: string | undefined) => /[ewol]/i.test(side ?? '');
  const [one, other] = [degreesOf(first), degreesOf(second)];
  const [lat, lon] = isLongitude(first[3]) && !isLongitude(second[3]) ? [other, one] : [one, other];
  return Math.abs(lat) > 90 || Math.abs(lon) > 180 ? null : [lon, lat];
}
