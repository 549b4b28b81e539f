import { dataConnectors, qualityReport } from '@kianda/contract/ingestion/connectors/operations.contract';
import { figure, shortInstant } from '../../../../platform/documents/index.ts';
import { factsBlock, fixed, note, type Part, paragraph, table } from '../writing/report-writer.ts';

const dimensions = { completeness: 'completude', accuracy: 'exatidão', timeliness: 'atualidade' } as const;
const freshness = { fresh: 'fresco', stale: 'atrasado', unknown: 'desconhecida' } as const;
const states = {
  active: 'ativo',
  running: 'a correr',
  waiting: 'sem entregas',
  error: 'com erro',
  inactive: 'inativo',
} as const;

const points = (value: number | null): string =>
  value === null ? '— (nenhuma regra avaliada ainda)' : `${figure(value)} de 100`;

const scores: Part = async (writer) => {
  const { data } = await writer.read('Qualidade dos dados', qualityReport);
  return [
    factsBlock([
      ['Pontuação geral', points(data.overall_score)],
      ['Completude', points(data.data_completeness)],
      ['Exatidão', points(data.accuracy_score)],
      ['Atualidade', points(data.timeliness_score)],
      ['Problemas encontrados', figure(data.issues_detected, 0)],
    ]),
    ...(data.recommendations.length === 0
      ? [paragraph('Sem recomendações.')]
      : data.recommendations.map((text) => paragraph(`• ${text}`))),
    note('As pontuações são as de agora, da última avaliação de cada regra; não há histórico delas para o período.'),
  ];
};

const rules: Part = async (writer) => {
  const { data } = await writer.read('Qualidade dos dados', qualityReport);
  return [
    table(
      `Regras avaliadas (${figure(data.rules.length, 0)}), as que falham primeiro`,
      [
        ['Conector', 4],
        ['Regra', 5],
        ['Dimensão', 3],
        ['Avaliados', 2, 'right'],
        ['Falham', 2, 'right'],
        ['Mínimo (%)', 2, 'right'],
        ['Cumprida', 2, 'right'],
      ],
      data.rules
        .toSorted((a, b) => Number(a.passed) - Number(b.passed) || a.connectorName.localeCompare(b.connectorName))
        .map((row) => [
          row.connectorName,
          row.label,
          dimensions[row.dimension],
          figure(row.evaluated, 0),
          figure(row.failing, 0),
          figure(row.mostly * 100),
          row.passed ? 'sim' : 'não',
        ]),
      '— Ainda nenhuma regra foi avaliada.',
    ),
  ];
};

const connectors: Part = async (writer) => {
  const { data } = await writer.read('Conectores', dataConnectors);
  return [
    table(
      `Conectores (${figure(data.connectors.length, 0)})`,
      [
        ['Conector', 5],
        ['Estado', 2],
        ['Frescura', 2],
        ['Última observação', 3],
        ['Registos', 2, 'right'],
        ['Rejeitados', 2, 'right'],
        ['Erro (%)', 2, 'right'],
      ],
      data.connectors.map((row) => [
        row.name,
        states[row.status],
        freshness[row.freshness],
        row.newestObservation === null ? '—' : shortInstant(Date.parse(row.newestObservation)),
        figure(row.recordsProcessed, 0),
        figure(row.recordsRejected, 0),
        fixed(row.errorRate, 2),
      ]),
      'Nenhum conector.',
    ),
    ...(data.connectors.some(({ simulated }) => simulated)
      ? [
          note(
            `Leem um simulador, e não o fornecedor: ${data.connectors
              .filter(({ simulated }) => simulated)
              .map(({ name }) => name)
              .join(', ')}.`,
          ),
        ]
      : []),
    ...data.connectors
      .filter(({ statusReason }) => statusReason !== null)
      .map(({ name, statusReason }) => note(`${name}: ${statusReason}`)),
  ];
};

/** Parts of the report on the quality of data. */
export const quality = { scores, rules, connectors };
