/** Texts of the services test view. */
export const testTexts = {
  description:
    'Cada serviço é verificado agora, pelo servidor (nome, ligação, resposta, conteúdo) e por este navegador.',
  again: 'Testar novamente',
  back: 'Estado dos serviços',
  banner: (online: number, total: number, percent: string) => `${online}/${total} online (${percent})`,
  services: 'Serviços',
  columns: { name: 'Serviço', server: 'Do servidor', steps: 'Passos', browser: 'Deste navegador' },
  state: { online: 'Online', warning: 'Com avisos', offline: 'Offline' },
  steps: { dns: 'nome', tcp: 'ligação', http: 'resposta', content: 'conteúdo' },
  passed: 'passou',
  stopped: (step: string, detail: string) => `Parou em ${step}: ${detail}`,
  allPassed: 'Nome, ligação, resposta e conteúdo passaram',
  elsewhere: 'Noutra origem: só o servidor a verifica.',
  running: 'A verificar…',
  statistics: 'Estatísticas',
  facts: {
    total: 'Serviços verificados',
    online: 'Online',
    warning: 'Com avisos',
    offline: 'Offline',
    mean: 'Tempo médio, do servidor',
    slowest: 'O mais lento',
    browser: 'Alcançados deste navegador',
  },
  urls: 'Endereços',
  newTab: '(novo separador)',
} as const;
