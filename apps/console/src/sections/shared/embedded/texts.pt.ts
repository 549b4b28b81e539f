/** Texts of the view of an embedded page. */
export const embeddedTexts = {
  loading: 'A carregar a interface…',
  /** How far a page has come that is not there yet. */
  steps: {
    checking: 'Passo 1 de 3: a perguntar se a página responde.',
    loading: 'Passo 2 de 3: a página respondeu e está a chegar.',
    starting: 'Passo 3 de 3: a página chegou e está a preparar-se.',
  },
  again: (seconds: number) => `Nova tentativa dentro de ${seconds} s.`,
  errorTitle: 'Erro ao carregar interface',
  errorText: 'Não foi possível carregar a interface. Verifique a conectividade.',
  retry: 'Tentar Novamente',
  refresh: 'Atualizar',
  newTab: 'Abrir em novo separador',
  fullscreen: 'Ecrã inteiro',
  leaveFullscreen: 'Sair do ecrã inteiro',
  online: 'Online',
  frameTitle: (title: string) => `Interface: ${title}`,
  circularTitle: 'Navegação Circular Detectada',
  circularText: 'O endereço desta interface é o da própria consola. Mostrá-la aqui poria a consola dentro de si mesma.',
  badAddress: 'O endereço da interface não é válido.',
  noHandshake: 'A página começou a abrir, mas não acabou num minuto: a ligação pode estar lenta ou a página avariada.',
  reason: (text: string) => `Motivo: ${text}`,
} as const;
