import type { GfwDatasetId } from '@kianda/contract/fleet/vessels/gfw.contract';

/** Texts of the permissions tab. Those the specification gives in quotes stand as it gives them. */
export const accessTexts = {
  title: 'Permissões GFW',
  description: 'Acesso aos conjuntos de dados da Global Fishing Watch, tal como os ensaios o encontram.',
  overall: {
    full_access: 'Acesso completo a todos os datasets solicitados',
    partial_access: 'Acesso parcial - alguns datasets ainda pendentes',
    no_access: 'Acesso limitado - apenas datasets públicos disponíveis',
    unknown: 'Status desconhecido',
  },
  accessible: 'Acessível',
  blocked: (code: string) => `Bloqueado (HTTP ${code})`,
  blockedBy: (reason: string) => `Bloqueado: ${reason}`,
  untested: 'Por testar',
  test: 'Testar Acesso',
  refresh: 'Atualizar',
  documentation: 'https://globalfishingwatch.org/our-apis/documentation',
  documentationLink: 'Documentação do fornecedor',
  notTold: 'O estado das permissões não chegou.',
  lastTest: 'Testado',
  request: 'Enviar Solicitação',
  requestAddress: 'apis@globalfishingwatch.org',
  requestSubject: 'Pedido de acesso a conjuntos de dados — ZEE de Angola',
  requestBody: (names: string) =>
    `Bom dia,\n\nPedimos acesso aos seguintes conjuntos de dados para a vigilância da ZEE de Angola:\n${names}\n\nObrigado.`,
  note: 'Registar pedido enviado',
  noteBody: 'Depois de enviar o pedido formal por correio, registe o dia em que seguiu: todos passam a vê-lo aqui.',
  noteDay: 'Dia do envio',
  noted: 'Pedido registado.',
  takeBack: 'Anular registo do pedido',
  takeBackBody: 'O pedido deixa de constar como enviado, e o botão de envio volta. O que foi enviado não se desfaz.',
  takenBack: 'Registo do pedido anulado.',
  lastUpdated: 'Estado de',
  neverTested: 'Ainda não foi testado.',
  noRequest: 'Nenhum pedido formal registado.',
  requested: (day: string) => `Pedido formal enviado em ${day}.`,
  dataset: 'Conjunto de dados',
  justification: 'Justificação',
  status: 'Estado',
  access: 'Acesso atual',
  priority: 'Prioridade',
  statuses: { pending: 'Pendente', approved: 'Aprovado', denied: 'Recusado' },
  levels: { none: 'Nenhum', limited: 'Limitado', full: 'Completo' },
  priorities: { high: 'Alta', medium: 'Média', low: 'Baixa' },
  webhook: 'Serviço de permissões da plataforma: pergunta à própria Global Fishing Watch, conjunto a conjunto.',
} as const;

export type Dataset = {
  readonly id: GfwDatasetId;
  readonly name: string;
  readonly description: string;
  readonly justification: string;
  readonly priority: 'high' | 'medium' | 'low';
};

/** The specification's five, under the names the provider gives them today; the most pressing first. */
export const datasets: readonly Dataset[] = [
  {
    id: 'public-global-vessels',
    name: 'Embarcações globais (presença AIS)',
    description: 'Horas de presença de cada embarcação por dia e célula de 0,1°.',
    justification: 'Saber que embarcações estão na ZEE, e onde.',
    priority: 'high',
  },
  {
    id: 'public-global-vessel-identity',
    name: 'Identidade de embarcações',
    description: 'Nome, bandeira, IMO, indicativo, arte e proprietários, por fonte e período.',
    justification: 'Reconhecer quem muda de nome ou de bandeira.',
    priority: 'high',
  },
  {
    id: 'public-global-fishing-effort',
    name: 'Esforço de pesca',
    description: 'Horas aparentes de pesca por dia e célula.',
    justification: 'Medir a pesca dentro e junto de áreas protegidas.',
    priority: 'high',
  },
  {
    id: 'public-global-carrier-vessels',
    name: 'Navios de transporte',
    description: 'Navios frigoríficos e de transporte de pescado.',
    justification: 'Vigiar quem recebe pescado no mar.',
    priority: 'medium',
  },
  {
    id: 'public-global-transshipment',
    name: 'Transbordos (encontros)',
    description: 'Encontros no mar entre navios de transporte e de pesca.',
    justification: 'Detetar transbordos não declarados.',
    priority: 'medium',
  },
];
