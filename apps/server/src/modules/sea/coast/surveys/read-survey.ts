import { type CoastSurvey, type CoastTypeId, surveyColumns } from '@kianda/contract/sea/coast/coast.contract';
import type { Position } from '@kianda/geo';
import { decimalYear } from '@kianda/science/spatial/coast/shoreline-change';
import { metersBetween } from '@kianda/science/spatial/limits/line-index';

/** Lines with their attributes, as a layer holds them. */
export type SurveyLayer = {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly licence: string;
  readonly simulatedSeed: number | null;
  /** Whether all who read the sea may know of it. */
  readonly isOpen: boolean;
  readonly features: readonly {
    readonly lines: readonly (readonly Position[])[];
    readonly properties: Readonly<Record<string, unknown>>;
  }[];
};

export type SurveyLine = {
  readonly date: string;
  readonly year: number;
  readonly type: CoastTypeId | null;
  readonly method: string | null;
  readonly uncertainty: number;
  readonly lines: readonly (readonly Position[])[];
};

export type Survey = {
  readonly about: CoastSurvey;
  readonly lines: readonly SurveyLine[];
  readonly isOpen: boolean;
};

/** Metres of uncertainty of a line that says none: the default of DSAS. */
export const assumedUncertainty = 10;
const widestUncertainty = 1_000;

/** Words of surveys for types of coast, without accents. */
const typeWords: Readonly<Record<string, CoastTypeId>> = {
  ...{ rocha: 'rock', rochosa: 'rock', rock: 'rock', rocky: 'rock' },
  ...{ falesia: 'cliff', arriba: 'cliff', cliff: 'cliff' },
  ...{ 'arriba baixa': 'lowCliff', 'low cliff': 'lowCliff', lowcliff: 'lowCliff' },
  ...{ cascalho: 'gravel', seixo: 'gravel', gravel: 'gravel' },
  ...{ lagoa: 'lagoon', laguna: 'lagoon', estuario: 'lagoon', lagoon: 'lagoon', estuary: 'lagoon' },
  ...{ areia: 'sand', praia: 'sand', arenosa: 'sand', sand: 'sand', beach: 'sand' },
  ...{ lodo: 'mud', vasa: 'mud', mud: 'mud' },
  ...{ mangal: 'mangrove', mangrove: 'mangrove' },
  ...{ construida: 'built', artificial: 'built', built: 'built' },
};

/** A layer as a survey of the shoreline; null where no line of it has a date: it is another kind of layer. */
export function surveyOf(layer: SurveyLayer): Survey | null {
  const refused = new Map<string, number>();
  const refuse = (reason: string) => void refused.set(reason, (refused.get(reason) ?? 0) + 1);
  const lines: SurveyLine[] = [];
  for (const feature of layer.features) {
    const given = lowered(feature.properties);
    const date = dateOf(wordOf(given, surveyColumns.date));
    const uncertainty = uncertaintyOf(wordOf(given, surveyColumns.uncertainty));
    if (date === null) refuse('sem data no formato AAAA-MM-DD');
    else if (uncertainty === null) refuse(`com uma incerteza que não é um número de metros até ${widestUncertainty}`);
    else {
      const method = wordOf(given, surveyColumns.method);
      lines.push({
        ...{ date, year: decimalYear(Date.parse(date)), uncertainty, lines: feature.lines },
        ...{ type: typeOf(wordOf(given, surveyColumns.type)), method: method === '' ? null : method },
      });
    }
  }
  if (lines.length === 0) return null;
  const lats = lines.flatMap((line) => line.lines.flatMap((one) => one.map(([, lat]) => lat)));
  const typed = lines.filter(({ type }) => type !== null).flatMap((line) => line.lines);
  return {
    lines,
    isOpen: layer.isOpen,
    about: {
      ...{ id: layer.id, title: layer.title, source: layer.source, licence: layer.licence, lines: lines.length },
      dates: [...new Set(lines.map(({ date }) => date))].sort(),
      typedKm: typed.reduce((sum, line) => sum + lengthOf(line), 0) / 1000,
      methods: [...new Set(lines.flatMap(({ method }) => (method === null ? [] : [method])))].sort(),
      south: lats.reduce((least, lat) => Math.min(least, lat), 90),
      north: lats.reduce((most, lat) => Math.max(most, lat), -90),
      refused: [...refused].map(([reason, count]) => ({ reason, count })),
      isSimulated: layer.simulatedSeed !== null,
    },
  };
}

export function lengthOf(line: readonly Position[]): number {
  return line.slice(1).reduce((sum, at, place) => sum + metersBetween(line[place] ?? at, at), 0);
}

function lowered(properties: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(properties).map(([name, value]) => [name.toLowerCase(), value]));
}

function wordOf(given: ReadonlyMap<string, unknown>, names: readonly string[]): string {
  const value = names.map((name) => given.get(name)).find((found) => found !== undefined && found !== null);
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** `AAAA-MM-DD`, with or without a time; a year alone is its middle. */
function dateOf(word: string): string | null {
  const year = /^(1[89]|20)\d{2}$/.test(word);
  const date = year ? `${word}-07-01` : (/^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(word)?.[0] ?? null);
  if (date === null || Number.isNaN(Date.parse(date))) return null;
  // The 31st of February is no day, though it can be parsed as one.
  return new Date(Date.parse(date)).toISOString().slice(0, 10) === date ? date : null;
}

function uncertaintyOf(word: string): number | null {
  if (word === '') return assumedUncertainty;
  const meters = Number(word.replace(',', '.'));
  return meters > 0 && meters <= widestUncertainty ? meters : null;
}

function typeOf(word: string): CoastTypeId | null {
  const plain = word
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return typeWords[plain] ?? null;
}
