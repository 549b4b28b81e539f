/** Texts of the actions on caches. */
export const cacheActionTexts = {
  emptyOne: 'Esvaziar',
  clear: 'Limpar Cache',
  clearTitle: (name: string | null) => (name === null ? 'Limpar todas as caches' : `Esvaziar «${name}»`),
  clearText:
    'Em todos os processos. Nada se perde: as respostas seguintes são feitas de novo, e demoram mais da primeira vez.',
  prefix: 'Só as chaves que começam por',
  prefixHelp: 'Vazio: todas.',
  cleared: (count: string) => `Cache limpa: ${count}.`,
  one: 'entrada',
  many: 'entradas',
  optimize: 'Otimizar Cache',
  optimized: (count: string, bytes: string) => `Retirado o que já não podia ser servido: ${count}, ${bytes}.`,
  nothingToOptimize: 'Não havia nada fora de prazo.',
  failed: 'A operação falhou',
} as const;
