/** Common names that people ask by, with the genera that they mean. */
const commonNames: Readonly<Record<string, readonly string[]>> = {
  atum: ['thunnus', 'katsuwonus', 'euthynnus'],
  baleia: ['balaenoptera', 'megaptera', 'physeter', 'eubalaena'],
  tartaruga: ['chelonia', 'caretta', 'dermochelys', 'lepidochelys', 'eretmochelys'],
  sardinha: ['sardinella', 'sardina', 'sardinops'],
  anchova: ['engraulis'],
  carapau: ['trachurus'],
  cavala: ['scomber'],
  golfinho: ['delphinus', 'stenella', 'tursiops', 'sousa'],
  corvina: ['argyrosomus', 'pseudotolithus'],
};

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();

/** Names among those known that fit what was asked for, by a common name or a part of the scientific one. */
export function namesAskedFor(asked: readonly string[], known: readonly string[]): readonly string[] {
  const wanted = asked.flatMap((word) => commonNames[folded(word)] ?? [folded(word)]);
  return known.filter((name) => wanted.some((word) => folded(name).includes(word)));
}
