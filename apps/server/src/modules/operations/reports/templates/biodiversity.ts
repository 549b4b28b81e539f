import type { DataOf } from '@kianda/contract';
import { figureNames } from '@kianda/contract/core/figure-names';
import { qualityReport } from '@kianda/contract/ingestion/connectors/operations.contract';
import { biodiversitySummary, listOccurrences } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import { diversityOf } from '@kianda/science/biodiversity/diversity';
import { type Block, figure, type MapPoint } from '../../../../platform/documents/index.ts';
import {
  factsBlock,
  fixed,
  heading,
  note,
  type Part,
  paragraph,
  type ReportWriter,
  sum,
  table,
} from '../writing/report-writer.ts';

/** Records that one question to the platform answers. */
const pageRecords = 5000;
const mostNamed = 25;

type Records = DataOf<typeof listOccurrences>['features'];

/** Every part of a report is written of the same records: they are read once. */
const readRecords = new WeakMap<ReportWriter, Promise<Records>>();

/** All records of the region, however many pages they are. */
function recordsOf(writer: ReportWriter): Promise<Records> {
  const known = readRecords.get(writer);
  if (known !== undefined) return known;
  const reading = allRecords(writer);
  readRecords.set(writer, reading);
  // A part that failed is not the end of the others: the next asks again.
  reading.catch(() => readRecords.delete(writer));
  return reading;
}

async function allRecords(writer: ReportWriter): Promise<Records> {
  const [west, south, east, north] = writer.bbox;
  const all: Records = [];
  for (;;) {
    const query = { west, south, east, north, limit: pageRecords, offset: all.length };
    const { features } = (await writer.read('Registos de ocorrência', listOccurrences, { query })).data;
    for (const feature of features) all.push(feature);
    if (features.length < pageRecords) return all;
  }
}

const isInPeriod = (writer: ReportWriter, date: string | null): boolean =>
  date !== null &&
  date.length >= 10 &&
  date.slice(0, 10) >= writer.period.from &&
  date.slice(0, 10) <= writer.period.to;

const groups: Part = async (writer) => {
  const { data, provenance } = await writer.read('Espécies e ocorrências', biodiversitySummary);
  const rows = (list: typeof data.by_phylum) =>
    list
      .slice(0, 15)
      .map(({ name, species, occurrences }) => [
        name,
        figure(species, 0),
        figure(occurrences, 0),
        fixed(data.occurrences === 0 ? null : (occurrences / data.occurrences) * 100),
      ]);
  const columns = [
    ['Grupo', 4],
    ['Espécies', 2, 'right'],
    ['Registos', 2, 'right'],
    ['% dos registos', 2, 'right'],
  ] as const;
  const years = data.by_year.slice(-30);
  return [
    factsBlock([
      [figureNames.species, figure(data.species, 0)],
      [figureNames.occurrences, figure(data.occurrences, 0)],
      ['Conjuntos de dados', figure(data.datasets, 0)],
      [figureNames.threatenedSpecies, figure(data.threatened_species, 0)],
      ['Anos com registos', `${data.first_year ?? '—'} a ${data.last_year ?? '—'}`],
    ]),
    ...(provenance.state === 'fallback' ? [note(`— ${provenance.reason}`)] : []),
    table('Por filo', columns, rows(data.by_phylum), 'Ainda sem registos.'),
    table('Por classe', columns, rows(data.by_class), 'Ainda sem registos.'),
    ...(years.length === 0
      ? []
      : [
          {
            kind: 'chart',
            shape: 'bar',
            title: 'Registos por ano da observação (últimos 30 anos com registos)',
            alt: `Registos por ano, de ${years[0]?.year} a ${years.at(-1)?.year}: ${figure(sum(years.map(({ occurrences }) => occurrences)), 0)} no total.`,
            xLabel: 'Ano',
            yLabel: 'Registos',
            labels: years.map(({ year }) => String(year)),
            series: [{ name: 'Registos', values: years.map(({ occurrences }) => occurrences) }],
          } satisfies Block,
        ]),
    table(
      'Por fornecedor',
      [
        ['Fornecedor', 4],
        ['Registos', 2, 'right'],
        ['Que outro também tem', 3, 'right'],
      ],
      data.by_source.map(({ source, occurrences, duplicates }) => [
        source.toUpperCase(),
        figure(occurrences, 0),
        figure(duplicates, 0),
      ]),
      'Ainda sem registos.',
    ),
  ];
};

const records: Part = async (writer) => {
  const all = await recordsOf(writer);
  const inPeriod = all.filter(({ properties }) => isInPeriod(writer, properties.eventDate));
  const byName = Map.groupBy(inPeriod, ({ properties }) => properties.scientificName);
  const earlier = new Set(
    all
      .filter(({ properties: { eventDate } }) => eventDate !== null && eventDate.slice(0, 10) < writer.period.from)
      .map(({ properties }) => properties.scientificName),
  );
  const dated = all.filter(({ properties }) => properties.eventDate !== null).length;
  const fresh = [...byName.keys()].filter((name) => !earlier.has(name)).toSorted();
  return [
    paragraph(
      `Com data de observação entre ${writer.period.label} há ${figure(inPeriod.length, 0)} registos de ${figure(byName.size, 0)} nomes, entre ${figure(dated, 0)} registos datados da região.`,
    ),
    table(
      'Nomes com mais registos no período',
      [
        ['Nome científico', 5],
        ['Nome comum', 4],
        ['Registos', 2, 'right'],
        ['Primeiro da região', 3, 'right'],
      ],
      [...byName]
        .toSorted(([a, x], [b, y]) => y.length - x.length || a.localeCompare(b))
        .slice(0, mostNamed)
        .map(([name, list]) => [
          name,
          list[0]?.properties.vernacularName ?? '—',
          figure(list.length, 0),
          earlier.has(name) ? 'não' : 'sim',
        ]),
      '— Nenhum registo com data de observação no período. As observações chegam aos fornecedores com meses de atraso.',
    ),
    note(
      `«Primeiro da região»: sem registo datado anterior ao período. São ${figure(fresh.length, 0)} nomes${fresh.length === 0 ? '' : `, por exemplo ${fresh.slice(0, 5).join(', ')}`}.`,
    ),
  ];
};

const symbols = ['circle', 'triangle', 'square', 'cross'] as const;

/** Decimals of a place on the map, some 1 km: nearer symbols of a class cover each other. */
const placeDecimals = 2;

/** The first record of each class at each place. */
function placesOf(all: Records): Records {
  const places = new Map<string, Records[number]>();
  for (const record of all) {
    const [lon, lat] = record.geometry.coordinates;
    const place = `${lon.toFixed(placeDecimals)} ${lat.toFixed(placeDecimals)} ${record.properties.class}`;
    if (!places.has(place)) places.set(place, record);
  }
  return [...places.values()];
}

const map: Part = async (writer) => {
  const all = await recordsOf(writer);
  const byClass = [...Map.groupBy(all, ({ properties }) => properties.class ?? 'Sem classe')].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const named = byClass.slice(0, symbols.length - 1).map(([name]) => name);
  const symbolOf = (name: string): MapPoint['symbol'] => {
    const index = named.indexOf(name);
    return symbols[index < 0 ? symbols.length - 1 : index] ?? 'cross';
  };
  return [
    {
      kind: 'map',
      title: `Lugares de ${figure(all.length, 0)} registos, por classe`,
      alt: `Mapa de ${figure(all.length, 0)} registos. ${byClass
        .slice(0, 6)
        .map(([name, list]) => `${name}: ${figure(list.length, 0)}`)
        .join('; ')}.`,
      bbox: writer.bbox,
      areas: [],
      tracks: [],
      points: placesOf(all).map(({ geometry, properties }) => ({
        position: geometry.coordinates,
        label: '',
        symbol: symbolOf(properties.class ?? 'Sem classe'),
        size: 1.8,
      })),
      symbols: [
        ...named.map((label) => ({ symbol: symbolOf(label), label })),
        ...(byClass.length > named.length ? [{ symbol: 'cross' as const, label: 'Outras classes' }] : []),
      ],
    },
    note('Registos da mesma classe a menos de cerca de 1 km têm um só símbolo.'),
  ];
};

const completeness: Part = async (writer) => {
  const all = await recordsOf(writer);
  const share = (has: (properties: Records[number]['properties']) => boolean) => {
    const count = all.filter(({ properties }) => has(properties)).length;
    return [figure(count, 0), all.length === 0 ? '—' : fixed((count / all.length) * 100)];
  };
  const { data } = await writer.read('Regras de qualidade', qualityReport);
  const sources = new Set(all.map(({ properties }) => properties.source));
  return [
    table(
      `De ${figure(all.length, 0)} registos da região, os que têm`,
      [
        ['O quê', 5],
        ['Registos', 2, 'right'],
        ['%', 2, 'right'],
      ],
      [
        ['Nome no registo de espécies marinhas', ...share(({ aphiaId }) => aphiaId !== null)],
        ['Classe', ...share(({ class: taxonClass }) => taxonClass !== null)],
        ['Data da observação', ...share(({ eventDate }) => eventDate !== null)],
        ['Profundidade', ...share(({ depthMeters }) => depthMeters !== null)],
        ['Licença', ...share(({ licence }) => licence !== null)],
      ],
      '',
    ),
    table(
      'Regras de qualidade dos conectores destes registos',
      [
        ['Regra', 5],
        ['Conector', 3],
        ['Avaliados', 2, 'right'],
        ['Falham', 2, 'right'],
        ['Cumprida', 2, 'right'],
      ],
      data.rules
        .filter(({ connectorId }) => sources.has(connectorId))
        .map((rule) => [
          rule.label,
          rule.connectorName,
          figure(rule.evaluated, 0),
          figure(rule.failing, 0),
          rule.passed ? 'sim' : 'não',
        ]),
      '— Ainda nenhuma regra foi avaliada para estes conectores.',
    ),
  ];
};

const indices: Part = async (writer) => {
  const all = await recordsOf(writer);
  const region = diversityOf(countsOf(all));
  for (const text of [
    'Shannon, C. E. (1948). A mathematical theory of communication. Bell System Technical Journal 27: 379–423.',
    'Simpson, E. H. (1949). Measurement of diversity. Nature 163: 688.',
    'Pielou, E. C. (1966). The measurement of diversity in different types of biological collections. Journal of Theoretical Biology 13: 131–144.',
    'Chao, A. (1984). Nonparametric estimation of the number of classes in a population. Scandinavian Journal of Statistics 11: 265–270.',
    'Good, I. J. (1953). The population frequencies of species and the estimation of population parameters. Biometrika 40: 237–264.',
  ]) {
    writer.cite(text);
  }
  if (region === null) return [note('— Sem registos com nome na região: não há de que calcular índices.')];
  const groupsOf = [...Map.groupBy(all, ({ properties }) => properties.class ?? 'Sem classe')]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, 10);
  const row = (name: string, list: Records): string[] => {
    const found = diversityOf(countsOf(list));
    if (found === null) return [name, '0', '—', '—', '—', '—', '—'];
    const { richness, shannon, evenness, simpson, chao1, coverage } = found;
    return [
      name,
      figure(richness, 0),
      fixed(shannon, 2),
      fixed(evenness, 2),
      fixed(simpson, 3),
      fixed(chao1),
      fixed(coverage * 100),
    ];
  };
  return [
    table(
      'Índices, da região e das classes com mais registos',
      [
        ['Grupo', 4],
        ['S', 1, 'right'],
        ['H′', 1, 'right'],
        ['J′', 1, 'right'],
        ['1 − D', 1, 'right'],
        ['Chao1', 2, 'right'],
        ['Cobertura (%)', 2, 'right'],
      ],
      [row('Toda a região', all), ...groupsOf.map(([name, list]) => row(name, list))],
      '',
    ),
    heading('Fórmulas'),
    note(
      'S: nomes distintos. H′ = −Σ pᵢ ln pᵢ (Shannon 1948). J′ = H′ ÷ ln S (Pielou 1966). 1 − D = 1 − Σ nᵢ(nᵢ−1) ÷ N(N−1) (Simpson 1949). Chao1 = S + f₁(f₁−1) ÷ 2(f₂+1), estimativa mínima das espécies que há (Chao 1984). Cobertura = 1 − f₁ ÷ N (Good 1953). nᵢ são registos de cada nome, f₁ e f₂ os nomes com um e com dois registos.',
    ),
    note(
      'Os registos são de presença e de esforço desigual: os índices descrevem o que foi registado, não a abundância no mar, e não se comparam entre regiões sem igualar o esforço.',
    ),
  ];
};

const countsOf = (list: Records): number[] =>
  [...Map.groupBy(list, ({ properties }) => properties.scientificName).values()].map(({ length }) => length);

/** Parts of the report on biodiversity. */
export const biodiversity = { groups, records, map, completeness, indices };
