/** Inputs that a person set in place of the sea's own: numbers, or names of categories. */
export type Overrides = Readonly<Record<string, number | string>>;

/** As `temperature:21.4,season:inverno`, for the page's address. */
export function writeOverrides(overrides: Overrides): string {
  return Object.entries(overrides)
    .map(([name, value]) => `${encodeURIComponent(name)}:${encodeURIComponent(String(value))}`)
    .join(',');
}

/** Inputs of a text as `writeOverrides` writes it; what makes no sense is left out. */
export function readOverrides(text: string): Overrides {
  const entries = text.split(',').flatMap((part): [string, number | string][] => {
    const [name = '', written = '', ...rest] = part.split(':');
    if (name === '' || written === '' || rest.length > 0) return [];
    const [key, value] = [decoded(name), decoded(written)];
    if (key === null || value === null) return [];
    return [[key, value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value]];
  });
  return Object.fromEntries(entries);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not an encoding: an address that somebody cut.
    return null;
  }
}

/** Step of a slider over a range: a round number, some hundred of which span it. */
export function stepOf(min: number, max: number): number {
  const rough = (max - min) / 200;
  if (!(rough > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
}
