import type { Provenance } from '@kianda/contract';
import type { ModelEvidence } from '@kianda/contract/models/registry/evidence.contract';
import {
  type ModelVersionDetail,
  metricNames,
  splitNames,
  versionStates,
} from '@kianda/contract/models/registry/models.contract';
import { formatDuration } from '@kianda/format';
import {
  type Block,
  type Fact,
  figure,
  type PlatformDocument,
  shortInstant,
} from '../../../../platform/documents/index.ts';
import { evidenceBlocks } from './evidence-blocks.ts';

/** Terms of a provider whose rows a version learned from. */
export type SourceTerms = { readonly licences: readonly string[]; readonly citations: readonly string[] };

export type CardParts = {
  readonly name: string;
  readonly version: ModelVersionDetail;
  /** Jackknife and null models; null where nobody has asked for them. */
  readonly evidence: ModelEvidence | null;
  /** Of the lineage's sources, in their order. */
  readonly terms: readonly SourceTerms[];
  readonly provenance: Provenance;
  readonly author: string;
  readonly createdMs: number;
};

const unknown = (reason: string) => `— (${reason})`;
const heading = (text: string): Block => ({ kind: 'heading', level: 2, text });
const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const skill = (value: number | null) => figure(value, 3, 3);

/** The card of a version: what a reader must know before relying on it. */
export function modelCard(parts: CardParts): PlatformDocument {
  const { name, version, terms, provenance, author, createdMs } = parts;
  const { lineage } = version;
  return {
    title: `Ficha do modelo: ${name}, versão ${version.version}`,
    subtitle: version.purpose,
    subject: `Para que serve, de que dados veio, como foi medida e quem aprovou a versão ${version.version} de ${name}.`,
    keywords: ['modelo', name, version.algorithm, 'ficha'],
    ...{ author, createdMs },
    facts: factsOf(version),
    blocks: [
      heading('Para que serve'),
      paragraph(version.purpose),
      ...(version.description === null ? [] : [paragraph(version.description)]),
      heading('Dados'),
      sourcesOf(parts),
      ...leftOutOf(version),
      heading('Método'),
      { kind: 'facts', items: methodOf(version) },
      featuresOf(version),
      heading('Medidas'),
      { kind: 'facts', items: measuresOf(version) },
      slicesOf(version),
      heading('Jackknife e modelos nulos'),
      ...evidenceBlocks(parts.evidence),
      ...curvesOf(version),
      heading('Limites'),
      ...version.limits.map((limit) => paragraph(`• ${limit}`)),
      heading('Aprovação'),
      ...approvalOf(version),
      heading('Como se repete'),
      {
        kind: 'facts',
        items: [
          ['Semente', String(lineage.seed)],
          ['Versão do código', lineage.codeVersion],
          ['SHA-256 dos dados', lineage.dataSha256],
          ['SHA-256 do ficheiro', lineage.artefactSha256],
        ],
      },
    ],
    provenance: [{ label: `Dados do treino da versão ${version.version}`, provenance }],
    licences: unique(lineage.sources.flatMap((source, place) => licencesOf(source.licence, terms[place]))),
    citations: unique(terms.flatMap(({ citations }) => citations)),
  };
}

const unique = (values: readonly string[]) => [...new Set(values)];

/** The licence of the rows where they bear one, else those of their provider. */
const licencesOf = (own: string | null, terms: SourceTerms | undefined): readonly string[] =>
  own === null ? (terms?.licences ?? []) : [own];

function factsOf(version: ModelVersionDetail): Fact[] {
  return [
    ['Versão', String(version.version)],
    ['Estado', versionStates[version.state]],
    ['Nomes', version.aliases.length === 0 ? unknown('nenhum') : version.aliases.join(', ')],
    ['Etiquetas', version.tags.length === 0 ? unknown('nenhuma') : version.tags.join(', ')],
    ['Treinada', `${shortInstant(Date.parse(version.trainedAt))}, por ${version.trainedBy}`],
    ['Previsões feitas', figure(version.predictions, 0)],
  ];
}

function sourcesOf({ version, terms }: CardParts): Block {
  const day = (at: string | null) => (at === null ? null : at.slice(0, 10));
  return {
    kind: 'table',
    caption: 'Fontes das linhas do treino',
    columns: [
      { label: 'Fonte', share: 3 },
      { label: 'Linhas', share: 1, align: 'right' },
      { label: 'Período', share: 2 },
      { label: 'Licença', share: 3 },
      { label: 'Citação', share: 4 },
    ],
    rows: version.lineage.sources.map(({ name, rows, licence, from, to }, place) => {
      const licences = licencesOf(licence, terms[place]);
      const citations = terms[place]?.citations ?? [];
      return [
        ...[name, figure(rows, 0)],
        from === null || to === null ? unknown('sem data própria') : `${day(from)} a ${day(to)}`,
        licences.length === 0 ? unknown('a fonte não declara licença') : licences.join('; '),
        citations.length === 0 ? unknown('sem citação declarada') : citations.join('; '),
      ];
    }),
    empty: 'A versão não regista de que fontes veio.',
  };
}

function leftOutOf({ leftOut }: ModelVersionDetail): Block[] {
  if (leftOut.length === 0) return [];
  return [paragraph(`Ficaram de fora: ${leftOut.map(({ name, reason }) => `${name} (${reason})`).join(' ')}`)];
}

function methodOf({ algorithm, rows, trainingSeconds, parameters }: ModelVersionDetail): Fact[] {
  const written = (value: string | number | boolean) => {
    if (typeof value === 'boolean') return value ? 'sim' : 'não';
    return typeof value === 'number' ? figure(value, 6) : value;
  };
  return [
    ['Algoritmo', algorithm],
    ['Linhas', figure(rows, 0)],
    ['Duração do treino', formatDuration(trainingSeconds)],
    ...Object.entries(parameters).map(([name, value]): Fact => [name, written(value)]),
  ];
}

function featuresOf({ features }: ModelVersionDetail): Block {
  return {
    kind: 'table',
    caption: 'Variáveis, com a perda na medida quando se baralham os seus valores',
    columns: [
      { label: 'Variável', share: 4 },
      { label: 'Unidade', share: 2 },
      { label: 'Nos dados', share: 4 },
      { label: 'Importância', share: 2, align: 'right' },
    ],
    rows: features.map(({ label, unit, min, max, categories, importance }) => [
      ...[label, unit ?? unknown('sem unidade')],
      min === null || max === null ? `${categories?.length ?? 0} categorias` : `${figure(min, 3)} a ${figure(max, 3)}`,
      importance === null ? unknown('não medida') : figure(importance, 3),
    ]),
    empty: 'A versão não tem variáveis.',
  };
}

function measuresOf({ skill: measured }: ModelVersionDetail): Fact[] {
  const { metric, validation, low, high, training, baseline, baselineValidation, split } = measured;
  return [
    [`${metricNames[metric]} nas linhas postas de parte`, skill(validation)],
    ['Intervalo (95 %)', low === null || high === null ? unknown('não medido') : `${skill(low)} a ${skill(high)}`],
    ['Linhas postas de parte por', splitNames[split]],
    ['No treino', training === null ? unknown('veio de fora: não se sabe com que linhas aprendeu') : skill(training)],
    [`Método simples: ${baseline}`, baselineValidation === null ? unknown('sem valor') : skill(baselineValidation)],
  ];
}

function slicesOf({ slices, skill: { metric } }: ModelVersionDetail): Block {
  return {
    kind: 'table',
    caption: `${metricNames[metric]} por área e por época, nas linhas postas de parte`,
    columns: [
      { label: 'Parte', share: 5 },
      { label: 'Linhas', share: 2, align: 'right' },
      { label: metricNames[metric], share: 3, align: 'right' },
    ],
    rows: slices.map(({ name, rows, value }) => [
      ...[name, figure(rows, 0)],
      value === null ? unknown('linhas a menos, ou todas iguais') : skill(value),
    ]),
    empty: 'As linhas desta versão não dizem onde nem quando, ou a versão é anterior a estas medidas.',
  };
}

function curvesOf({ curves }: ModelVersionDetail): Block[] {
  return curves
    .filter(({ kind, points }) => kind !== 'residual' && points.length > 1)
    .map(({ name, xLabel, yLabel, points }) => ({
      ...{ kind: 'chart' as const, shape: 'line' as const, title: name, xLabel, yLabel, fromZero: false },
      alt: `${name}: ${yLabel} por ${xLabel}, em ${points.length} pontos.`,
      labels: points.map(({ x }) => figure(x, 3)),
      series: [{ name: yLabel, values: points.map(({ y }) => y) }],
    }));
}

function approvalOf(version: ModelVersionDetail): Block[] {
  const { approvedBy, approvedAt, approvalReason, approvedByTrainer } = version;
  if (approvedBy === null || approvedAt === null) {
    return [{ kind: 'paragraph', tone: 'warning', text: 'Ainda não foi aprovada: não se use para decidir.' }];
  }
  const told = `Aprovada por ${approvedBy} em ${shortInstant(Date.parse(approvedAt))}. Motivo: ${approvalReason ?? '—'}`;
  return [
    paragraph(told),
    ...(approvedByTrainer
      ? [{ kind: 'paragraph' as const, tone: 'warning' as const, text: 'Aprovada por quem a treinou.' }]
      : []),
  ];
}
