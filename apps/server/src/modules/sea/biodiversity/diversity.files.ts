import type { Provenance } from '@kianda/contract';
import { toCsv } from '@kianda/contract/core/csv';
import {
  type DiversityFormat,
  diversityQualities,
  diversityRanks,
} from '@kianda/contract/sea/biodiversity/diversity.contract';
import { angolaBbox } from '@kianda/geo';
import { type Block, type Fact, figure, type PlatformDocument, renderFile } from '../../../platform/documents/index.ts';
import { netcdf } from '../../../platform/formats/netcdf.ts';
import type { Download } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { DiversityQuery } from './diversity.repository.ts';
import type { Diversity } from './diversity.service.ts';

type Content = {
  readonly query: DiversityQuery;
  readonly diversity: Diversity;
  readonly provenance: Provenance;
  readonly author: string;
  readonly createdMs: number;
};

/** A document is a few pages: one that takes longer is given up. */
const mostMs = 60_000;

const kinds = {
  csv: { contentType: 'text/csv; charset=utf-8', extension: 'csv' },
  geojson: { contentType: 'application/geo+json', extension: 'geojson' },
  netcdf: { contentType: 'application/x-netcdf', extension: 'nc' },
  pdf: { contentType: 'application/pdf', extension: 'pdf' },
} as const satisfies Record<DiversityFormat, unknown>;

const writers: Readonly<Record<DiversityFormat, (content: Content) => Uint8Array | Promise<Uint8Array>>> = {
  csv: (content) => Buffer.from(csvOf(content)),
  geojson: (content) => Buffer.from(JSON.stringify(geojsonOf(content))),
  netcdf: netcdfOf,
  pdf: (content) => renderFile({ format: 'pdf', document: diversityDocument(content) }, AbortSignal.timeout(mostMs)),
};

/** Diversity in a file. Throws `not_found` where the filters leave no record. */
export async function diversityFile(format: DiversityFormat, content: Content): Promise<Download> {
  if (content.diversity.records === 0) throw new AppError('not_found', { detail: 'Sem registos com estes filtros.' });
  const { contentType, extension } = kinds[format];
  return { bytes: await writers[format](content), contentType, fileName: `diversidade.${extension}` };
}

/** The filters as people read them. */
function filterFacts({ rank, group, fromYear, toYear, minDepth, maxDepth, quality }: DiversityQuery): readonly Fact[] {
  const range = (from: number | undefined, to: number | undefined, unit: string) =>
    from === undefined && to === undefined ? 'Todos' : `${from ?? '…'} a ${to ?? '…'}${unit}`;
  return [
    [diversityRanks[rank], group ?? 'Todos os grupos'],
    ['Anos', range(fromYear, toYear, '')],
    ['Profundidade', range(minDepth, maxDepth, ' m')],
    ['Qualidade', diversityQualities[quality]],
  ];
}

const originOf = (provenance: Provenance): string => {
  if (provenance.state === 'fallback') return provenance.reason;
  return `${provenance.source}${provenance.state === 'simulated' ? ' (SIMULADO)' : ''}`;
};

function csvOf({ query, diversity, provenance }: Content): string {
  const { curve, accumulation, groups, byYear, cells, leading } = diversity;
  const columns = ['tabela', 'chave', 'longitude', 'latitude', 'registos', 'especies', 'q1', 'q2', 'nota'];
  return toCsv(columns, [
    ['origem', originOf(provenance), null, null, diversity.records, diversity.species, null, null, null],
    ...filterFacts(query).map(([label, value]) => ['filtro', label, null, null, null, null, null, null, value]),
    ...curve.map(({ records, isExtrapolated, q0, q1, q2 }) => [
      ...['curva', null, null, null, records, q0, q1, q2],
      isExtrapolated ? 'extrapolação' : 'rarefação',
    ]),
    ...accumulation.points.map(({ units, species }) => [
      'acumulacao',
      units,
      null,
      null,
      null,
      species,
      null,
      null,
      null,
    ]),
    ...groups.map(({ name, species, records }) => ['grupo', name, null, null, records, species, null, null, null]),
    ...byYear.map(({ year, species, records }) => ['ano', year, null, null, records, species, null, null, null]),
    ...leading.map(({ scientificName, records }) => [
      'especie',
      scientificName,
      null,
      null,
      records,
      null,
      null,
      null,
      null,
    ]),
    ...cells.map(({ lon, lat, species, records }) => ['celula', null, lon, lat, records, species, null, null, null]),
  ]);
}

function geojsonOf({ query, diversity, provenance }: Content) {
  const side = diversity.mapCellDegrees;
  return {
    type: 'FeatureCollection',
    source: originOf(provenance),
    filters: Object.fromEntries(filterFacts(query)),
    features: diversity.cells.map(({ lon, lat, species, records }) => ({
      type: 'Feature',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [lon, lat],
            [lon + side, lat],
            [lon + side, lat + side],
            [lon, lat + side],
            [lon, lat],
          ],
        ],
      },
      properties: { species, records },
    })),
  };
}

/** The cells as one grid: row-major from the south-west, NaN where nothing was recorded; axes are the cells' middles. */
function gridOf({ cells, mapCellDegrees: side }: Diversity) {
  const steps = (degrees: number) => Math.round(degrees / side);
  const lons = cells.map(({ lon }) => steps(lon));
  const lats = cells.map(({ lat }) => steps(lat));
  const [west, south] = [Math.min(...lons), Math.min(...lats)];
  const [columns, rows] = [Math.max(...lons) - west + 1, Math.max(...lats) - south + 1];
  const valuesOf = (of: (cell: Diversity['cells'][number]) => number) => {
    const values = new Float32Array(columns * rows).fill(Number.NaN);
    for (const cell of cells) values[(steps(cell.lat) - south) * columns + steps(cell.lon) - west] = of(cell);
    return values;
  };
  const middle = (first: number) => (first + 0.5) * side;
  return { columns, rows, west: middle(west), south: middle(south), side, valuesOf };
}

function netcdfOf({ query, diversity, provenance, createdMs }: Content): Uint8Array {
  const { columns, rows, west, south, side, valuesOf } = gridOf(diversity);
  const axis = (first: number, count: number) =>
    Float64Array.from({ length: count }, (_, index) => first + index * side);
  const variable = (name: string, title: string, values: Float32Array) => ({
    ...{ name, dimensions: ['latitude', 'longitude'], values },
    attributes: { units: '1', long_name: title, _FillValue: Number.NaN },
  });
  const filters = filterFacts(query).map((fact) => fact.join(': '));
  return netcdf({
    dimensions: { latitude: rows, longitude: columns },
    attributes: {
      Conventions: 'CF-1.10',
      title: 'Diversidade dos registos de espécies',
      institution: 'Kianda',
      source: [`Origem: ${originOf(provenance)}`, ...filters].join('\n'),
      history: `${new Date(createdMs).toISOString()} Kianda`,
      references: diversity.methods.join('\n'),
    },
    variables: [
      {
        ...{ name: 'latitude', dimensions: ['latitude'], values: axis(south, rows) },
        attributes: { units: 'degrees_north', standard_name: 'latitude', axis: 'Y' },
      },
      {
        ...{ name: 'longitude', dimensions: ['longitude'], values: axis(west, columns) },
        attributes: { units: 'degrees_east', standard_name: 'longitude', axis: 'X' },
      },
      variable(
        'species',
        'Espécies registadas na célula',
        valuesOf(({ species }) => species),
      ),
      variable(
        'records',
        'Registos na célula',
        valuesOf(({ records }) => records),
      ),
    ],
  });
}

const heading = (text: string): Block => ({ kind: 'heading', level: 2, text });

/** The document that the PDF is of. */
export function diversityDocument(content: Content): PlatformDocument {
  const { query, diversity, provenance, author, createdMs } = content;
  return {
    title: 'Diversidade dos registos de espécies',
    subtitle: 'Números de Hill, rarefação, acumulação e distribuição',
    subject: 'Diversidade das espécies registadas no mar de Angola, com os filtros indicados.',
    keywords: ['biodiversidade', 'números de Hill', 'rarefação'],
    ...{ author, createdMs },
    facts: filterFacts(query),
    blocks: [
      heading('Números'),
      { kind: 'facts', items: numberFacts(diversity) },
      heading('Rarefação e extrapolação'),
      curveBlock(diversity),
      heading('Acumulação'),
      accumulationBlock(diversity),
      heading('Distribuição'),
      mapBlock(diversity),
      heading('Grupos'),
      groupsBlock(diversity),
      heading('Métodos'),
      ...diversity.methods.map((text): Block => ({ kind: 'paragraph', text, tone: 'note' })),
    ],
    provenance: [{ label: 'Ocorrências', provenance }],
    licences: [...new Set(diversity.datasets.flatMap(({ licence }) => (licence === null ? [] : [licence])))],
    citations: diversity.datasets.map(({ id, source, records }) => `${id} (${source}): ${figure(records, 0)} registos`),
  };
}

function numberFacts({ records, species, observed, asymptotic, coverage, once, twice }: Diversity): readonly Fact[] {
  const hill = (name: 'q0' | 'q1' | 'q2') =>
    `${figure(observed?.[name] ?? null, 1)} nos registos; ${figure(asymptotic?.[name] ?? null, 1)} estimadas ao todo`;
  return [
    ['Registos de espécies', figure(records, 0)],
    ['Espécies', figure(species, 0)],
    ['Todas as espécies (q = 0)', hill('q0')],
    ['Espécies comuns (q = 1)', hill('q1')],
    ['Espécies dominantes (q = 2)', hill('q2')],
    ['Cobertura', coverage === null ? '—' : `${figure(100 * coverage, 2)} %`],
    ['Vistas uma vez; duas vezes', `${figure(once, 0)}; ${figure(twice, 0)}`],
  ];
}

function curveBlock({ curve, records }: Diversity): Block {
  const lines = [
    ['Todas (q = 0)', 'q0'],
    ['Comuns (q = 1)', 'q1'],
    ['Dominantes (q = 2)', 'q2'],
  ] as const;
  return {
    kind: 'chart',
    shape: 'line',
    title: 'Espécies esperadas por número de registos',
    alt: `Curvas até ${figure(2 * records, 0)} registos; além de ${figure(records, 0)} são extrapolação.`,
    xLabel: 'Registos',
    yLabel: 'Número efetivo de espécies',
    labels: curve.map((point) => figure(point.records, 0)),
    series: lines.map(([name, q]) => ({ name, values: curve.map((point) => point[q]) })),
  };
}

function accumulationBlock({ accumulation: { points, cellDegrees } }: Diversity): Block {
  return {
    kind: 'chart',
    shape: 'line',
    title: 'Espécies por unidades de amostragem',
    alt: `Uma unidade é uma célula de ${figure(cellDegrees, 2)}° num mês.`,
    xLabel: 'Unidades (célula e mês)',
    yLabel: 'Espécies',
    labels: points.map(({ units }) => figure(units, 0)),
    series: [{ name: 'Espécies', values: points.map(({ species }) => species) }],
  };
}

function mapBlock(diversity: Diversity): Block {
  const { columns, rows, west, south, side, valuesOf } = gridOf(diversity);
  const values = valuesOf(({ species }) => species);
  return {
    kind: 'map',
    title: 'Espécies registadas por célula',
    alt: `Células de ${figure(side, 1)}° com o número de espécies registadas em cada uma.`,
    bbox: angolaBbox,
    ...{ areas: [], tracks: [], points: [], symbols: [] },
    field: {
      ...{ label: 'Espécies', unit: '', west, south, lonStepDegrees: side, latStepDegrees: side, columns, rows },
      ...{ values, ramp: 'matter', log: true },
      range: [1, Math.max(2, ...diversity.cells.map(({ species }) => species))],
    },
  };
}

function groupsBlock({ groups }: Diversity): Block {
  return {
    kind: 'table',
    caption: 'Grupos com mais espécies',
    columns: [
      { label: 'Grupo', share: 4 },
      { label: 'Espécies', share: 2, align: 'right' },
      { label: 'Registos', share: 2, align: 'right' },
    ],
    rows: groups.slice(0, 25).map(({ name, species, records }) => [name, figure(species, 0), figure(records, 0)]),
    empty: 'Sem grupos.',
  };
}
