import { formatCount } from '@kianda/format';
import type { Cell, Draft } from './card.types.ts';
import { number, tableOf } from './card.types.ts';

type Row = Readonly<Record<string, unknown>>;

/** Columns whose names people read; what stands under another name is left to the screen. */
const labels: Readonly<Record<string, readonly [label: string, kind?: 'instant' | 'number']>> = {
  name: ['Nome'],
  title: ['Título'],
  species: ['Espécie'],
  scientificName: ['Nome científico'],
  vernacularName: ['Nome comum'],
  detail: ['Descrição'],
  description: ['Descrição'],
  message: ['Mensagem'],
  type: ['Tipo'],
  state: ['Estado'],
  status: ['Estado'],
  source: ['Fonte'],
  occurrences: ['Ocorrências', 'number'],
  total: ['Total', 'number'],
  confidence: ['Confiança', 'number'],
  timestamp: ['Instante', 'instant'],
  createdAt: ['Criado em', 'instant'],
  updatedAt: ['Mudado em', 'instant'],
  lastUpdated: ['Mudado em', 'instant'],
};

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first list of things in an answer. */
function listIn(data: unknown): readonly Row[] | null {
  if (Array.isArray(data)) return data.every(isRow) ? data : null;
  if (!isRow(data)) return null;
  const features = Array.isArray(data.features) ? data.features.filter(isRow) : [];
  if (features.length > 0) return features.map(({ properties }) => (isRow(properties) ? properties : {}));
  const list = Object.values(data).find((value) => Array.isArray(value) && value.length > 0 && value.every(isRow));
  return (list as readonly Row[] | undefined) ?? (Object.values(data).some(Array.isArray) ? [] : null);
}

const cellOf = (value: unknown): Cell => (typeof value === 'number' || typeof value === 'string' ? value : null);

/** An answer without words of its own: how many things, and those of their columns that have a name. */
export function plainDraft(data: unknown): Draft {
  const rows = listIn(data);
  if (rows === null) {
    const figures = Object.entries(isRow(data) ? data : {}).flatMap(([name, value]) => {
      const label = labels[name]?.[0];
      return label !== undefined && typeof value === 'number' ? [number(label, value)] : [];
    });
    return { text: 'Aqui está o que a plataforma tem; o resto está no ecrã da ligação.', figures };
  }
  const total = isRow(data) && typeof data.total === 'number' ? data.total : rows.length;
  const columns = Object.keys(rows[0] ?? {})
    .filter((name) => labels[name] !== undefined)
    .slice(0, 6);
  return {
    text: total === 0 ? 'Ainda não há nada disto guardado.' : `Há ${formatCount(total, 'resultado', 'resultados')}.`,
    figures: [number('Resultados', total)],
    table: tableOf(
      rows,
      columns.map(
        (name) => [labels[name]?.[0] ?? name, (row: Row) => cellOf(row[name]), labels[name]?.[1] ?? 'text'] as const,
      ),
      total,
    ),
    empty: total === 0,
  };
}
