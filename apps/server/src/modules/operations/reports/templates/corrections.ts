import { dataConnectors, qualityReport } from '@kianda/contract/ingestion/connectors/operations.contract';
import { figure } from '../../../../platform/documents/index.ts';
import { factsBlock, fixed, note, type Part, sum, table } from '../writing/report-writer.ts';
import { notesOf } from './releases.ts';

const data: Part = async (writer) => {
  const { data: quality } = await writer.read('Qualidade dos dados', qualityReport);
  const failing = quality.rules.filter(({ passed }) => !passed);
  return [
    factsBlock([
      ['Regras avaliadas', figure(quality.rules.length, 0)],
      ['Regras por cumprir', figure(failing.length, 0)],
      ['Valores que as falham', figure(sum(failing.map((rule) => rule.failing)), 0)],
    ]),
    table(
      'Regras por cumprir, as que mais valores falham primeiro',
      [
        ['Conector', 4],
        ['Regra', 6],
        ['Avaliados', 2, 'right'],
        ['Falham', 2, 'right'],
        ['%', 2, 'right'],
      ],
      failing
        .toSorted((a, b) => b.failing - a.failing)
        .map((rule) => [
          rule.connectorName,
          rule.label,
          figure(rule.evaluated, 0),
          figure(rule.failing, 0),
          fixed(rule.evaluated === 0 ? null : (rule.failing / rule.evaluated) * 100),
        ]),
      quality.rules.length === 0 ? '— Ainda nenhuma regra foi avaliada.' : 'Todas as regras avaliadas se cumprem.',
    ),
  ];
};

const rejected: Part = async (writer) => {
  const { connectors } = (await writer.read('Conectores', dataConnectors)).data;
  return [
    table(
      'Linhas que os conectores recusaram',
      [
        ['Conector', 5],
        ['Registos', 2, 'right'],
        ['Rejeitados', 2, 'right'],
        ['Erro (%)', 2, 'right'],
      ],
      connectors
        .filter(({ recordsRejected }) => recordsRejected > 0)
        .toSorted((a, b) => b.recordsRejected - a.recordsRejected)
        .map((row) => [
          row.name,
          figure(row.recordsProcessed, 0),
          figure(row.recordsRejected, 0),
          fixed(row.errorRate, 2),
        ]),
      'Nenhum conector recusou linhas.',
    ),
  ];
};

const release: Part = async (writer) => {
  const { version, changelog } = await writer.platformFacts.release();
  const corrected = changelog === null ? [] : notesOf(changelog, /corre[cç]|corrig/i);
  return [
    factsBlock([['Versão instalada', version]]),
    ...(corrected.length > 0
      ? corrected
      : [
          note(
            changelog === null
              ? '— Esta instalação não traz o ficheiro com as notas da versão (CHANGELOG.md).'
              : 'As notas desta versão não nomeiam correções.',
          ),
        ]),
  ];
};

/** Parts of the report on what is corrected and what has to be. */
export const corrections = { data, rejected, release };
