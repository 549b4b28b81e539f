import type { AnalysisWarning } from '@kianda/contract/space/spatial/analysis-results';

/** Words of each warning: what changed in the inputs, or is missing in the result. */
const messages: Readonly<Record<string, (count: number) => string>> = {
  empty: () => 'A entrada está vazia.',
  tooFew: () => 'Há elementos a menos para esta análise.',
  zeroVariance: (count) => `Os ${count} valores são todos iguais: não há o que distinguir.`,
  islands: (count) => `${count} lugares não têm vizinhos.`,
  coincident: (count) => `${count} pontos estão no mesmo lugar que outro, e contam juntos.`,
  noPath: (count) => `${count} pares ficaram sem caminho.`,
  outside: (count) => `${count} elementos ficaram fora da área.`,
  missing: (count) => `${count} lugares não têm valor.`,
  disconnected: (count) => `${count} partes não se ligam às outras.`,
  inconsistent: () => 'As comparações contradizem-se mais do que é aceitável: reveja o par indicado.',
  notConverged: () => 'O cálculo não chegou à precisão pedida.',
  repaired: (count) => `${count} geometrias não eram válidas e foram reparadas.`,
  vanished: (count) =>
    `${count} zonas ficaram vazias: a distância encolhe-as até desaparecerem, ou o recorte deixa-as fora.`,
  noLinks: () => 'Nenhum par de habitats está à distância máxima de uma ligação.',
  tooFar: (count) => `${count} lugares não têm nenhum alvo à distância máxima.`,
  withoutPlace: (count) => `${count} elementos das entradas não têm lugar e ficaram de fora.`,
};

export function warningOf({ code, count }: { readonly code: string; readonly count: number }): AnalysisWarning {
  return { code, count, message: messages[code]?.(count) ?? `${code}: ${count}` };
}

export const spatialTexts = {
  interrupted: (reason: string) =>
    `A análise parou a meio: ${reason} Nada ficou publicado. Corra-a outra vez; se voltar a parar, use menos elementos ou células maiores.`,
  outOfMemory:
    'A análise precisou de mais memória do que uma análise pode ter: use células maiores, uma área menor ou menos elementos.',
  neverQueued: 'A análise não chegou à fila das tarefas: corra-a outra vez.',
  cancelled: 'Cancelada antes do fim: nada ficou publicado.',
  stepFailed: (step: string, reason: string) =>
    `O passo «${step}» falhou. ${reason} Mude-o e corra a cadeia outra vez: os passos já feitos dão-se do que está guardado.`,
  stepRemoved: 'A análise deste passo foi eliminada.',
  tooLong: (seconds: number) =>
    `Demorou mais de ${seconds} s, o limite de uma análise: use menos elementos, uma área menor ou células maiores.`,
} as const;
