import { testResults } from '@kianda/contract/operations/diagnostics/tests.contract';
import { type Block, figure, shortInstant } from '../../../../platform/documents/index.ts';
import { factsBlock, heading, note, type Part, paragraph, table } from '../writing/report-writer.ts';

/** Notes of a version as they are written: `##` begins a version, `###` a part, `-` an entry; of a kind only its parts. */
export function notesOf(changelog: string, kind?: RegExp): Block[] {
  const blocks: Block[] = [];
  let entry: string[] = [];
  let isOfKind = kind === undefined;
  const close = () => {
    if (entry.length > 0 && isOfKind) blocks.push(paragraph(entry.join(' ').replaceAll(/[`*]/g, '')));
    entry = [];
  };
  for (const line of changelog.split('\n')) {
    const title = /^#{2,3} (.+)$/.exec(line);
    if (title !== null) {
      close();
      if (kind !== undefined) isOfKind = kind.test(title[1] ?? '');
      if (isOfKind) blocks.push(heading(title[1] ?? ''));
    } else if (/^- /.test(line)) {
      close();
      entry.push(`• ${line.slice(2).trim()}`);
    } else if (line.trim() === '' || line.startsWith('# ')) close();
    else entry.push(line.trim());
  }
  close();
  return blocks;
}

const changes: Part = async (writer) => {
  const { version, changelog } = await writer.platformFacts.release();
  return [
    factsBlock([['Versão instalada', version]]),
    ...(changelog === null
      ? [note('— Esta instalação não traz o ficheiro com as notas da versão (CHANGELOG.md).')]
      : notesOf(changelog)),
  ];
};

export const decisions: Part = async (writer) => {
  const { decisions: list } = await writer.platformFacts.release();
  return [
    table(
      'Decisões registadas com a versão',
      [
        ['Número', 1],
        ['Decisão', 7],
      ],
      list.map(({ number, title }) => [number, title]),
      '— Esta instalação não traz as decisões.',
    ),
  ];
};

const tests: Part = async (writer) => {
  const { data } = await writer.read('Resultados dos ensaios', testResults);
  if (data.run === null) return [note(`— ${data.reason ?? 'Sem resultados.'}`)];
  const { run } = data;
  return [
    factsBlock([
      ['Última execução', shortInstant(Date.parse(run.finishedAt))],
      ['Passaram', figure(run.passed, 0)],
      ['Falharam', figure(run.failed, 0)],
      ['Saltados', figure(run.skipped, 0)],
      ['Duração', `${figure(run.durationSeconds)} s`],
      ['Linhas ensaiadas', run.coveragePercent === null ? '— (não medidas)' : `${figure(run.coveragePercent)} %`],
    ]),
    table(
      'Fases',
      [
        ['Fase', 5],
        ['Resultado', 2],
        ['Duração (s)', 2, 'right'],
      ],
      run.stages.map(({ name, ok, seconds }) => [name, ok ? 'passou' : 'falhou', figure(seconds)]),
      'Nenhuma.',
    ),
  ];
};

/** Parts of the release notes. */
export const releases = { changes, decisions, tests };
