import { figureNames } from '@kianda/contract/core/figure-names';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatInstant,
  formatNumber,
  formatShortInstant,
} from '@kianda/format';

/** Texts of both entries of the administration. */
export const entryTexts = {
  title: 'Painel Administrativo',
  purpose: 'O que a consola da primeira geração administrava, com o estado de agora e o caminho para a secção certa.',
  tilesTitle: 'Admin Ubiquiti UI',
  tilesPurpose: 'O estado da plataforma num olhar, e atalhos para as secções da consola.',
  help: [
    'Cada linha diz o estado medido neste momento, e o seu nome abre a secção da consola onde isso se trata.',
    'O que o seu perfil não pode ver aparece sem estado, com a razão.',
    'Atualize com a tecla r; a procura reduz a lista ao que escrever.',
  ],
  search: 'Procurar na administração',
  none: 'Nada corresponde ao que escreveu.',
  noAccess: 'O seu perfil não pode ver esta secção.',
  loading: 'A ler…',
  open: (name: string) => `Abrir ${name}`,
  groups: {
    platform: 'Plataforma',
    data: 'Dados',
    science: 'Ciência',
    people: 'Pessoas e segurança',
  },
  names: {
    services: 'Serviços',
    postgis: 'Base de dados e PostGIS',
    sql: 'Consola SQL',
    tasks: 'Tarefas',
    backups: 'Cópias de segurança',
    logs: 'Registos',
    api: figureNames.endpoints,
    connectors: 'Conectores',
    schedule: 'Agenda',
    pipelines: 'Processamento',
    stac: 'Catálogo STAC',
    rasters: 'Campos e rasters',
    storage: 'Armazenamento',
    models: 'Modelos',
    maxent: 'MaxEnt',
    mcda: 'MCDA',
    coast: 'Linha de costa',
    limits: 'Limites marítimos',
    reports: 'Relatórios',
    users: 'Utilizadores',
    keys: 'Chaves de API',
    audit: 'Auditoria',
  },
  attention: 'Pede atenção',
  calm: 'Nada pede atenção no que o seu perfil pode ver.',
  shortcuts: 'Atalhos',
  counts: { good: 'Em ordem', attention: 'Com avisos', unknown: 'Por saber' },
  services: (online: number, total: number) => `${formatNumber(online)} de ${formatNumber(total)} respondem`,
  database: (version: string, bytes: number, postgis: boolean) =>
    `PostgreSQL ${version}, ${formatBytes(bytes)}, ${postgis ? 'com' : 'sem'} PostGIS`,
  sql: 'A base de dados responde; as consultas são só de leitura',
  tasks: (open: number, failed: number) =>
    `${formatNumber(open)} por acabar, ${formatCount(failed, 'falhou', 'falharam')} em 24 h`,
  backups: (hours: number | null) => (hours === null ? 'Ainda sem cópia' : `Última há ${formatDuration(hours * 3600)}`),
  logs: (count: number) =>
    count === 0 ? 'Sem erros de apresentação' : formatCount(count, 'erro de apresentação', 'erros de apresentação'),
  api: (count: number) => `${formatNumber(count)} endereços`,
  connectors: (count: number, failing: number) =>
    `${formatNumber(count)} conectores, ${formatNumber(failing)} em falha`,
  schedule: (next: string | undefined) =>
    next === undefined ? 'Nada agendado' : `Próxima execução ${formatShortInstant(next)}`,
  pipelines: (count: number, failed: number) =>
    `${formatNumber(count)} execuções recentes, ${formatNumber(failed)} falhadas`,
  stac: (count: number) => formatCount(count, 'coleção', 'coleções'),
  rasters: (variables: number, newest: string | undefined) =>
    newest === undefined
      ? 'Ainda sem campos'
      : `${formatCount(variables, 'variável', 'variáveis')}, até ${formatInstant(newest)}`,
  storage: (objects: number, bytes: number) => `${formatCount(objects, 'objeto', 'objetos')}, ${formatBytes(bytes)}`,
  models: (count: number) => formatCount(count, 'modelo', 'modelos'),
  maxent: (count: number) => (count === 0 ? 'Ainda sem estudos' : formatCount(count, 'estudo', 'estudos')),
  mcda: (count: number) => (count === 0 ? 'Ainda sem análises' : formatCount(count, 'análise', 'análises')),
  coast: (count: number) =>
    count === 0 ? 'Ainda sem análises' : formatCount(count, 'troço analisado', 'troços analisados'),
  limits: 'Desenhados',
  limitsNone: 'Ainda por desenhar',
  reports: (count: number) => formatCount(count, 'relatório', 'relatórios'),
  users: (active: number, sessions: number, missing: number) =>
    `${formatCount(active, 'conta ativa', 'contas ativas')}, ${formatCount(sessions, 'sessão', 'sessões')}${missing === 0 ? '' : `, ${formatNumber(missing)} sem segundo passo`}`,
  keys: (count: number) => formatCount(count, 'chave', 'chaves'),
  audit: (events: number, lastAt: string | null) =>
    lastAt === null
      ? 'Sem acontecimentos'
      : `${formatCount(events, 'acontecimento', 'acontecimentos')}, o último ${formatShortInstant(lastAt)}`,
} as const;
