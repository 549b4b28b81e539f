/** `Zonas à volta de Luanda`, `csv` → `zonas-à-volta-de-luanda.csv`; `part` names what of it the file holds. */
export function fileNameOf(name: string, ending: string, part?: string): string {
  const base = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
  return `${part === undefined ? base : `${base}-${part}`}.${ending}`;
}
