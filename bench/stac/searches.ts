/** Searches that the bench asks for, of the catalogue and of its peer. */
export const collectionCount = 10;

export type Search = {
  readonly name: string;
  /** In a language or with a page's mark that the peer has not. */
  readonly oursOnly?: true;
  /** Another place or month for each number. */
  path(index: number): string;
};

/** Place of a search, another for each number, on the box that the items are spread over. */
function boxOf(index: number): string {
  const west = 8.5 + ((index * 37) % 45) / 10;
  const south = -17.9 + ((index * 53) % 115) / 10;
  return [west, south, west + 1, south + 1].map((value) => value.toFixed(3)).join(',');
}

function monthOf(index: number): string {
  const month = String((index % 12) + 1).padStart(2, '0');
  return `2025-${month}-01T00:00:00Z/2025-${month}-28T00:00:00Z`;
}

/** A place in the middle of the items, as a page's mark. */
const half = Buffer.from(JSON.stringify(['2025-01-01T00:00:00.000Z', 'c5', 'i5'])).toString('base64url');

export const searches: readonly Search[] = [
  { name: 'os mais recentes, 10', path: () => '/stac/search?limit=10' },
  { name: 'uma coleção, 10', path: (index) => `/stac/collections/c${index % collectionCount}/items?limit=10` },
  { name: 'caixa de 1° × 1°, 10', path: (index) => `/stac/search?limit=10&bbox=${boxOf(index)}` },
  { name: 'caixa de 1° × 1°, 100', path: (index) => `/stac/search?limit=100&bbox=${boxOf(index)}` },
  {
    name: 'caixa de 1° × 1° e um mês, 10',
    path: (index) => `/stac/search?limit=10&bbox=${boxOf(index)}&datetime=${monthOf(index)}`,
  },
  { name: 'um mês, 10', path: (index) => `/stac/search?limit=10&datetime=${monthOf(index)}` },
  {
    name: 'CQL2: nuvens e intersects, 10',
    oursOnly: true,
    path: (index) => {
      const [west = 0, south = 0] = boxOf(index).split(',').map(Number);
      const ring = `(${west} ${south}, ${west + 1} ${south}, ${west} ${south + 1}, ${west} ${south})`;
      const filter = `"eo:cloud_cover" < 50 AND S_INTERSECTS(geometry, POLYGON(${ring}))`;
      return `/stac/search?limit=10&filter=${encodeURIComponent(filter)}`;
    },
  },
  {
    name: 'CQL2: nuvens e conjunto de dados, 10',
    oursOnly: true,
    path: (index) => {
      const filter = `"eo:cloud_cover" BETWEEN ${index % 90} AND ${(index % 90) + 10} AND "kianda:dataset" IN ('d1', 'd5')`;
      return `/stac/search?limit=10&filter=${encodeURIComponent(filter)}`;
    },
  },
  {
    name: 'CQL2: nuvens numa caixa de 1° × 1°, 100',
    oursOnly: true,
    path: (index) => {
      const filter = encodeURIComponent(`"eo:cloud_cover" < ${20 + (index % 80)}`);
      return `/stac/search?limit=100&bbox=${boxOf(index)}&filter=${filter}`;
    },
  },
  {
    name: 'CQL2: nuvens ou conjunto de dados, 10',
    oursOnly: true,
    path: (index) => {
      const filter = `"eo:cloud_cover" < ${index % 30} OR "kianda:dataset" = 'd${index % 7}'`;
      return `/stac/search?limit=10&filter=${encodeURIComponent(filter)}`;
    },
  },
  {
    name: 'query: nuvens, 10',
    oursOnly: true,
    path: (index) => {
      const query = JSON.stringify({ 'eo:cloud_cover': { lt: 5 + (index % 90) } });
      return `/stac/search?limit=10&query=${encodeURIComponent(query)}`;
    },
  },
  { name: 'todos por nuvens, 10', path: () => '/stac/search?limit=10&sortby=-eo:cloud_cover' },
  {
    name: 'caixa de 1° × 1° por nuvens, 100',
    path: (index) => `/stac/search?limit=100&bbox=${boxOf(index)}&sortby=-eo:cloud_cover`,
  },
  {
    name: 'um mês por título, 10',
    oursOnly: true,
    path: (index) => `/stac/search?limit=10&datetime=${monthOf(index)}&sortby=title`,
  },
  { name: 'os mais antigos, 10', oursOnly: true, path: () => '/stac/search?limit=10&sortby=%2Bdatetime' },
  {
    name: 'a meio das páginas de uma caixa, 100',
    oursOnly: true,
    path: (index) => `/stac/search?limit=100&bbox=${boxOf(index)}&token=${half}`,
  },
  { name: 'caixa sem nada, 10', path: () => '/stac/search?limit=10&bbox=-30,-40,-29,-39' },
];
