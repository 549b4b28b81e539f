import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pages } from '../../sections/pages.ts';
import { scoreCommands } from '../palette/palette-commands.ts';
import { guideCommands } from '../palette/use-guide-commands.ts';
import { guidePages, guideParts, guidePictures } from './guide-pages.ts';
import { partsOf, withParts } from './guide-parts.ts';
import { readNews } from './news.ts';
import { sectionPages } from './section-pages.ts';

test.each(Object.keys(pages))('the guide tells of the section %s', (id) => {
  const place = sectionPages[id as keyof typeof sectionPages];
  expect(place, `no place of the guide for the section "${id}"`).toBeDefined();
  const found = guideParts.find(({ page, heading }) => page === place?.page && heading === (place.heading ?? null));
  expect(found, `${place?.page}.md has no heading "${place?.heading}"`).toBeDefined();
  const parts = withParts(guideParts, place?.page ?? '', place?.heading);
  expect(parts.map(({ markdown }) => markdown).join('').length).toBeGreaterThan(60);
});

test('every picture and every page that the guide names is there', () => {
  for (const [page, text] of guidePages) {
    for (const [, picture] of text.matchAll(/!\[[^\]]*\]\(\.\.\/imagens\/([^)]+)\)/g))
      expect(guidePictures.has(picture ?? ''), `${page}: ${picture}`).toBe(true);
    for (const [, linked] of text.matchAll(/\]\((\d[\w-]*)\.md/g))
      expect(guidePages.has(linked ?? ''), `${page}: ${linked}`).toBe(true);
  }
});

test('a part has what stands below its own heading, and a # in code is none', () => {
  const parts = partsOf('1-a', '# Título\nCimo\n\n## Um\ntexto\n```sh\n# nota\n```\n### Dentro\nmais\n## Dois\nfim\n');
  expect(parts.map(({ heading }) => heading)).toEqual([null, 'Um', 'Dentro', 'Dois']);
  expect(parts[0]).toMatchObject({ pageTitle: 'Título', markdown: 'Cimo' });
  expect(withParts(parts, '1-a', 'Um').map(({ heading }) => heading)).toEqual(['Um', 'Dentro']);
  expect(withParts(parts, '1-a', 'Não há')).toHaveLength(4);
});

test('the list of what is new is read day by day, newest first, and refuses what it does not know', () => {
  const news = readNews(readFileSync(join(import.meta.dirname, '../../../../../docs/novidades.md'), 'utf8'));
  expect(news.length).toBeGreaterThan(1);
  expect(news.map(({ date }) => date)).toEqual(
    news
      .map(({ date }) => date)
      .toSorted()
      .toReversed(),
  );
  for (const { date, items } of news) {
    expect(Number.isNaN(Date.parse(date)), date).toBe(false);
    expect(items.length, date).toBeGreaterThan(0);
  }
  expect(() => readNews('## 2026-01-02\n- uma\noutra coisa\n')).toThrow('outra coisa');
});

test.each([
  ['cópias de segurança', 'Cópias de segurança'],
  ['organizar', 'Organizar'],
  ['chaves s3', 'Chaves S3'],
  ['palavra que nao existe', undefined],
])('the search of the console finds the guide by %s', (query, first) => {
  expect(scoreCommands(guideCommands(guideParts), query)[0]?.label).toBe(first);
});
