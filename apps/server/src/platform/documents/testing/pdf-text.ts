import { inflateSync } from 'node:zlib';

type Objects = ReadonlyMap<number, string>;

/** Contents of a file of `renderPdf`: its pages, and each page's words in the order of writing. */
export function readPdf(bytes: Uint8Array): { readonly pages: readonly string[]; readonly source: string } {
  const source = Buffer.from(bytes).toString('latin1');
  const objects: Objects = new Map(
    [...source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map((match) => [Number(match[1]), match[2] ?? '']),
  );
  const found = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body));
  return { pages: found.map((body) => pageText(body, objects)), source };
}

function streamOf(body: string): string {
  const start = body.indexOf('stream\n');
  if (start < 0) return '';
  const raw = Buffer.from(body.slice(start + 7, body.lastIndexOf('\nendstream')), 'latin1');
  return (body.includes('/FlateDecode') ? inflateSync(raw) : raw).toString('latin1');
}

const reference = (body: string, name: string): number =>
  Number(new RegExp(`/${name} (?:\\[)?(\\d+) 0 R`).exec(body)?.[1] ?? Number.NaN);

function pageText(body: string, objects: Objects): string {
  const resources = objects.get(reference(body, 'Resources')) ?? '';
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map((match) => {
      const font = objects.get(Number(match[2])) ?? '';
      return [match[1] ?? '', lettersOf(streamOf(objects.get(reference(font, 'ToUnicode')) ?? ''))];
    }),
  );
  let letters: readonly string[] = [];
  let text = '';
  for (const match of streamOf(objects.get(reference(body, 'Contents')) ?? '').matchAll(
    /\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g,
  )) {
    if (match[1] !== undefined) letters = fonts.get(match[1]) ?? [];
    for (const run of (match[2] ?? '').matchAll(/<([0-9a-f]+)>/g)) {
      for (const glyph of (run[1] ?? '').match(/.{4}/g) ?? []) text += letters[Number.parseInt(glyph, 16)] ?? '\ufffd';
    }
    if (match[2] !== undefined) text += '\n';
  }
  return text;
}

/** Letters by the number of their glyph in the file. */
function lettersOf(map: string): string[] {
  const letters: string[] = [];
  for (const range of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/g)) {
    let glyph = Number.parseInt(range[1] ?? '', 16);
    for (const word of (range[2] ?? '').matchAll(/<([0-9a-f ]*)>/g)) {
      const units = (word[1] ?? '').replaceAll(' ', '').match(/.{4}/g) ?? [];
      letters[glyph] = units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
      glyph += 1;
    }
  }
  return letters;
}
