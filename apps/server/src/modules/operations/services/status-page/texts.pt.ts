import type { ServiceCondition } from '@kianda/contract/operations/services/status-page.contract';

const whole: Readonly<Record<ServiceCondition, string>> = {
  operational: 'Todos os serviços operacionais',
  degraded: 'Alguns serviços com problemas',
  down: 'Serviços indisponíveis',
  maintenance: 'Serviços em manutenção',
  unknown: 'Estado por verificar',
};

/** Texts of the page, feed and badges that need no sign-in. */
export const pageTexts = {
  title: (operator: string) => `Estado dos serviços · ${operator}`,
  heading: 'Estado dos serviços',
  whole,
  /** Badge of the overall state. */
  badge: 'estado',
  checked: (time: string) => `Última verificação: ${time} (hora de Luanda).`,
  notChecked: 'Ainda sem verificações.',
  services: 'Serviços',
  uptime: 'Disponibilidade',
  unseen: (share: string) => `${share} do tempo sem observação`,
  spans: { day: '24 h', week: '7 dias', quarter: '90 dias' },
  bar: (name: string, share: string) => `${name}, dia a dia nos últimos 90 dias: ${share} disponível`,
  day: (day: string, text: string) => `${day}: ${text}`,
  noData: 'sem verificações',
  offline: (share: string) => `${share} indisponível`,
  slow: (share: string) => `${share} degradado`,
  allGood: 'sem falhas',
  planned: 'em manutenção',
  excluded: 'O tempo em manutenção anunciada não conta como indisponibilidade.',
  open: 'Incidentes em curso',
  next: 'Manutenções em curso e previstas',
  history: 'Histórico dos últimos 90 dias',
  noHistory: 'Sem incidentes nem manutenções nos últimos 90 dias.',
  severity: 'Gravidade',
  affected: 'Serviços afetados',
  fromTo: (from: string, to: string) => `De ${from} a ${to}`,
  began: (time: string) => `Começou em ${time}`,
  maintenance: 'Manutenção',
  feed: 'Seguir por Atom',
  refresh: 'Atualizar',
  support: 'Apoio',
  offTitle: 'Página não disponível',
  off: 'Esta instalação não publica o estado dos seus serviços. Quem tem conta vê-o na consola, em «Estado dos Serviços».',
  offPlain: 'Esta instalação não publica o estado dos seus serviços.',
} as const;
