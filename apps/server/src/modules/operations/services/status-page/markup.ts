const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Control characters and the like: no escape makes them legal in XML 1.0. */
const illegal = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** Text that is safe between tags and in quoted attributes, of HTML and of XML. */
export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(illegal, '')
    .replaceAll(/[&<>"']/g, (letter) => names[letter] ?? letter);
}
