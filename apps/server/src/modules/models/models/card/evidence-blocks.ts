import type { ModelEvidence } from '@kianda/contract/models/registry/evidence.contract';
import { metricNames, splitNames } from '@kianda/contract/models/registry/models.contract';
import { type Block, figure, shortInstant } from '../../../../platform/documents/index.ts';

/** Chance of as much without any relation, from which on a model is like chance. */
const likeChance = 0.05;
const measure = (value: number | null) => (value === null ? '— (sem valor)' : figure(value, 3, 3));

/** Worth of each variable of a version, and whether the version measures more than chance. */
export function evidenceBlocks(evidence: ModelEvidence | null): Block[] {
  if (evidence === null) {
    return [
      { kind: 'paragraph', text: '— (ainda não se mediram: pedem-se no separador «Jackknife e acaso» da versão)' },
    ];
  }
  const { jackknife, nullModels, metric, split } = evidence;
  const name = metricNames[metric];
  return [
    {
      kind: 'table',
      caption: `${name} só com cada variável, e sem ela; com todas ${measure(jackknife.all)}`,
      columns: [
        { label: 'Variável', share: 4 },
        { label: 'Só ela', share: 2, align: 'right' },
        { label: 'Sem ela', share: 2, align: 'right' },
      ],
      rows: jackknife.variables.map(({ label, alone, without }) => [label, measure(alone), measure(without)]),
      empty: 'A versão não tem variáveis.',
    },
    {
      kind: 'facts',
      items: [
        ['Modelos nulos', `${figure(nullModels.models, 0)}, das mesmas linhas com as respostas baralhadas`],
        [`${name} dos nulos`, `${measure(nullModels.mean)}, com desvio ${measure(nullModels.deviation)}`],
        ['Desvios acima do acaso', measure(nullModels.effect)],
        [
          'p',
          `${figure(nullModels.p, 3)} (${nullModels.p <= likeChance ? 'mede mais do que o acaso' : 'não se distingue do acaso'})`,
        ],
        [
          'Linhas',
          `${figure(evidence.rows, 0)} de ${figure(evidence.allRows, 0)}, postas de parte por ${splitNames[split]}`,
        ],
        [
          'Árvores de cada ajuste',
          evidence.trees === null ? '— (o método não tem árvores)' : figure(evidence.trees, 0),
        ],
        ['Medido', `${shortInstant(Date.parse(evidence.madeAt))}, por ${evidence.requestedBy}`],
      ],
    },
    ...(evidence.isSameData
      ? []
      : [{ kind: 'paragraph' as const, tone: 'warning' as const, text: 'As linhas medidas já não são as do treino.' }]),
  ];
}
