import type { DataOf, Provenance } from '@kianda/contract';
import type { StudyDetail, studyRecords } from '@kianda/contract/models/studies/studies.contract';
import {
  backgroundNames,
  partitionNames,
  recordReasons,
  studySteps,
  thinningNames,
} from '@kianda/contract/models/studies/study-parameters';
import type { StudyEvidence, StudyMap, StudyRun } from '@kianda/contract/models/studies/study-results';
import { angolaBbox } from '@kianda/geo';
import {
  type Block,
  figure,
  type MapField,
  type PlatformDocument,
  shortInstant,
} from '../../../../platform/documents/index.ts';

export type ReportParts = {
  readonly study: StudyDetail;
  readonly records: DataOf<typeof studyRecords>;
  /** Values of the newest map; null where there is none. */
  readonly field: MapField | null;
  readonly provenance: Provenance;
  readonly author: string;
  readonly createdMs: number;
};

const heading = (text: string): Block => ({ kind: 'heading', level: 2, text });
const note = (text: string): Block => ({ kind: 'paragraph', text, tone: 'note' });
const skill = (value: number | null) => figure(value, 3, 3);

/** A study as it is now: what was kept and why, what was measured, what was chosen, and the map. */
export function studyReport(parts: ReportParts): PlatformDocument {
  const { study, records, provenance, author, createdMs } = parts;
  const [newest] = study.tunings;
  const run = study.tunings.find(({ id }) => id === study.chosen?.runId) ?? newest;
  const [map] = study.shownMaps;
  return {
    title: `Distribuição de ${study.species}`,
    subtitle: study.name,
    subject: `Estudo de distribuição de ${study.species} na ZEE de Angola, por MaxEnt.`,
    keywords: ['MaxEnt', 'distribuição de espécies', study.species],
    ...{ author, createdMs },
    facts: [
      ['Espécie', study.species],
      ['Registos que ficam', `${figure(records.kept, 0)} de ${figure(records.records.length, 0)}`],
      ['Última alteração', `${shortInstant(Date.parse(study.changedAt))}`],
      ['AUC nas linhas postas de parte', skill(study.aucTest)],
    ],
    blocks: [
      heading('Registos'),
      cleaningOf(parts),
      heading('Parâmetros'),
      { kind: 'facts', items: parametersOf(study) },
      heading('Resultados da afinação'),
      ...(run === undefined ? [note('A afinação ainda não foi feita.')] : resultsOf(run, study)),
      heading('Mapa'),
      ...(map === undefined ? [note('Ainda não há mapa: escolha uma combinação e peça-o.')] : mapOf(map, parts.field)),
      heading('Como se repete'),
      ...repeatOf(study, run, map),
    ],
    provenance: [{ label: 'Registos e campos do estudo', provenance }],
    licences: [...new Set((run?.sources ?? []).flatMap(({ licence }) => licence ?? []))],
    citations: [
      'Phillips, S. J. et al. (2017). Opening the black box: an open-source release of Maxent. Ecography 40, 887–893.',
      'Muscarella, R. et al. (2014). ENMeval. Methods in Ecology and Evolution 5, 1198–1205.',
      'Bohl, C. L., Kass, J. M. & Anderson, R. P. (2019). A new null model approach. Journal of Biogeography 46, 1101–1111.',
    ],
  };
}

function cleaningOf({ records }: ReportParts): Block {
  return {
    kind: 'table',
    caption: `Filtros, pela ordem em que olham para os ${figure(records.records.length, 0)} registos`,
    columns: [
      { label: 'Filtro', share: 4 },
      { label: 'Saem', share: 1, align: 'right' },
      { label: 'Ficam', share: 1, align: 'right' },
    ],
    rows: records.steps.map(({ reason, removed, left }) => [
      recordReasons[reason],
      figure(removed, 0),
      figure(left, 0),
    ]),
    empty: 'Não há registos desta espécie.',
  };
}

function parametersOf({ parameters }: StudyDetail): readonly (readonly [string, string])[] {
  const { cleaning, background, variables, partition, tuning, seed } = parameters;
  return [
    ['Casas decimais, pelo menos', figure(cleaning.leastDecimals, 0)],
    [
      'Anómalo além de',
      cleaning.outlierRanges === 0 ? 'não se usa' : `${figure(cleaning.outlierRanges)} intervalos interquartis`,
    ],
    ['Desbaste', thinningNames[cleaning.thinning]],
    ['Fundo', `${backgroundNames[background.kind]}, até ${figure(background.points, 0)} pontos`],
    ['Variáveis', variables.join(', ')],
    ['Partição', partitionNames[partition.kind]],
    ['Combinações', `${tuning.features.join(', ')} × ${tuning.betas.map((beta) => figure(beta)).join(', ')}`],
    ['Semente', String(seed)],
  ];
}

function resultsOf(run: StudyRun, { chosen }: StudyDetail): Block[] {
  const place = chosen?.runId === run.id ? chosen.candidate : null;
  const mark = (at: number) => (at === place ? 'escolhida' : at === run.proposed ? 'proposta' : '');
  const labels = ['AUC teste', 'AUC treino − teste', 'TSS', 'Boyce', 'Omissão 10 %', 'ΔAICc', 'Termos'];
  return [
    {
      kind: 'table',
      caption: `${figure(run.presences, 0)} presenças e ${figure(run.background, 0)} pontos de fundo, em ${figure(run.folds, 0)} partes`,
      columns: [
        { label: 'Termos e β', share: 2 },
        ...labels.map((label) => ({ label, share: 1.4, align: 'right' as const })),
        { label: '', share: 1.6 },
      ],
      rows: run.candidates.map((one, at) => [
        `${one.features} × ${figure(one.beta)}`,
        ...[one.aucTest, one.aucDifference, one.tss, one.boyce, one.omission10].map(skill),
        ...[figure(one.deltaAicc), figure(one.coefficients, 0), mark(at)],
      ]),
      empty: 'Nenhuma combinação foi medida.',
    },
    note(
      'Propõe-se a que omite menos presenças de teste e, entre iguais, a de maior AUC (regra sequencial do ENMeval).',
    ),
  ];
}

export function scenarioName({ months, warmingDegrees }: StudyMap['scenario']): string {
  const season = months.length === 0 ? 'mar médio' : `meses ${months.join(', ')}`;
  return warmingDegrees === 0 ? season : `${season}, cenário de +${figure(warmingDegrees)} °C`;
}

function mapOf(map: StudyMap, field: MapField | null): Block[] {
  const title = `Adequação (cloglog): ${scenarioName(map.scenario)}`;
  return [
    ...(field === null
      ? []
      : [
          {
            ...{ kind: 'map' as const, title, alt: title, bbox: angolaBbox },
            ...{ areas: [], tracks: [], points: [], symbols: [], field },
          },
        ]),
    {
      kind: 'facts',
      items: [
        ['Combinação', `${map.features} × ${figure(map.beta)}`],
        ['Área adequada (limiar P10)', `${figure(map.suitableSquareKilometres, 0)} km²`],
        ['Limiar P10', skill(map.thresholds.p10)],
        ['Células fora do que se viu (MESS)', map.outside === null ? '—' : `${figure(map.outside * 100)} %`],
      ],
    },
    {
      kind: 'table',
      caption: 'Importância das variáveis: perda de AUC quando se baralham os seus valores',
      columns: [
        { label: 'Variável', share: 4 },
        { label: 'Perda', share: 1, align: 'right' },
        { label: 'Parte (%)', share: 1, align: 'right' },
      ],
      rows: map.importance.map(({ label, drop, share }) => [
        label,
        skill(drop),
        share === null ? '—' : figure(share * 100),
      ]),
      empty: 'Não foi medida.',
    },
    ...(map.evidence === null ? [] : evidenceOf(map.evidence)),
    ...map.curves.map((curve): Block => {
      const unit = curve.unit === null ? '' : ` (${curve.unit})`;
      return {
        ...{
          kind: 'chart',
          shape: 'line',
          title: `Resposta: ${curve.label}`,
          alt: `Adequação ao longo de ${curve.label}`,
        },
        ...{ xLabel: `${curve.label}${unit}`, yLabel: 'Adequação', labels: curve.points.map(({ x }) => figure(x, 2)) },
        series: [{ name: 'Adequação', values: curve.points.map(({ y }) => y) }],
      };
    }),
  ];
}

function evidenceOf({ jackknife, nullModels }: StudyEvidence): Block[] {
  const { models, observed, mean, p } = nullModels;
  return [
    {
      kind: 'table',
      caption: `Jackknife: AUC nas partes postas de lado, ${skill(jackknife.all)} com todas as variáveis`,
      columns: [
        { label: 'Variável', share: 4 },
        { label: 'Só com ela', share: 1.4, align: 'right' },
        { label: 'Sem ela', share: 1.4, align: 'right' },
      ],
      rows: jackknife.variables.map(({ label, alone, without }) => [label, skill(alone), skill(without)]),
      empty: 'Não foi medido.',
    },
    note(
      `Ao lado de ${figure(models, 0)} modelos nulos, que aprendem de lugares ao acaso: AUC ${skill(observed)}, e a deles ${skill(mean)} em média; p = ${skill(p)}.`,
    ),
  ];
}

function repeatOf(study: StudyDetail, run: StudyRun | undefined, map: StudyMap | undefined): Block[] {
  return [
    {
      kind: 'facts',
      items: [
        ['Semente', String(study.parameters.seed)],
        ['SHA-256 dos dados', run?.dataSha256 ?? '— (sem afinação)'],
        ['Versão do código', run?.codeVersion ?? '— (sem afinação)'],
        ['SHA-256 do mapa', map?.fileSha256 ?? '— (sem mapa)'],
      ],
    },
    {
      kind: 'table',
      caption: 'Alterações guardadas',
      columns: [
        { label: 'N.º', share: 1, align: 'right' },
        { label: 'Passo', share: 3 },
        { label: 'Quando', share: 3 },
        { label: 'Quem', share: 3 },
      ],
      rows: study.revisions.map(({ revision, step, changedAt, changedBy }) => [
        ...[String(revision), studySteps[step], shortInstant(Date.parse(changedAt)), changedBy],
      ]),
      empty: 'Nenhuma.',
    },
  ];
}
