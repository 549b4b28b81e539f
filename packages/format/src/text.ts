/** Text without accents and in lower case, so that `saude` finds `Saúde`. */
export function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** `nao-existe` → `Nao Existe`. */
export function titleCase(id: string): string {
  return id
    .split(/[-_\s]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toLocaleUpperCase('pt-PT') + word.slice(1))
    .join(' ');
}
