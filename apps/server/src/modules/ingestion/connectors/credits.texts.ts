/** How a source asks to be named wherever its data go. */
export type Credit = { readonly provider: string; readonly licence: string; readonly citation: string };

/** The lines that every exported file carries of each source whose data it holds; a source is named once. */
export function creditLines(credits: readonly Credit[]): readonly string[] {
  const lines = credits.map(({ provider, licence, citation }) =>
    [`Fonte: ${provider}`, `Licença: ${licence}`, `Citação: ${citation}`].join('\n'),
  );
  return [...new Set(lines)].flatMap((text) => text.split('\n'));
}
