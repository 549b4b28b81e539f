/** Texts of the help. */
export const helpTexts = {
  title: 'Ajuda',
  close: 'Fechar a ajuda',
  search: 'Procurar no guia',
  tabs: { page: 'Esta página', guide: 'Guia', shortcuts: 'Atalhos', news: 'Novidades' },
  tabsLabel: 'Partes da ajuda',
  whole: 'Ver a página inteira',
  noPage: 'O guia ainda não fala deste ecrã.',
  none: (query: string) => `Nada no guia corresponde a «${query}».`,
  results: 'Resultados no guia',
  index: 'Páginas do guia',
  back: 'Voltar ao índice',
  tour: 'Fazer a visita guiada',
  loadFailed: 'O guia não pôde ser carregado.',
  shortcuts: [
    ['?', 'Abrir a ajuda deste ecrã'],
    ['Ctrl K ou Cmd K', 'Procurar em tudo'],
    ['↑ ↓ Enter', 'Escolher e abrir um resultado da procura'],
    ['Esc', 'Fechar o que está aberto por cima'],
    ['Tab no início da página', 'Saltar para o conteúdo'],
    ['Setas, + e −, num mapa', 'Deslocar e aproximar'],
  ] as const,
} as const;
