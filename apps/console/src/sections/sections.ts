import type { Access } from '@kianda/contract';

/** A place of the console, named in the address as `?section=<id>`. */
export type Section = {
  readonly id: string;
  /** Text of the sidebar entry. */
  readonly label: string;
  /** Text of the header. */
  readonly title: string;
  readonly access: Access;
  readonly badge?: string;
  readonly isNew?: boolean;
};

export type SectionGroup = {
  readonly id: string;
  readonly label: string;
  readonly badge?: string;
  readonly children: readonly Section[];
};

export type TreeItem = Section | SectionGroup;

export function isGroup(item: TreeItem): item is SectionGroup {
  return 'children' in item;
}

/** The tree of the sidebar, top to bottom. */
const tree = [
  { id: 'home', label: 'Início', title: 'Início', access: 'dashboard:read' },
  { id: 'dashboard', label: 'Dashboard Administrativo', title: 'Dashboard Administrativo', access: 'dashboard:read' },
  {
    id: 'scientific-hub',
    label: 'Hub Científico',
    children: [
      {
        id: 'scientific-interfaces',
        label: 'Portal Interfaces',
        title: 'Portal Interfaces',
        access: 'interfaces:read',
        badge: 'HUB',
      },
      {
        id: 'enhanced-ocean-system',
        label: 'Enhanced Ocean System',
        title: 'Enhanced Ocean System',
        access: 'interfaces:read',
        badge: 'NOVO',
        isNew: true,
      },
      { id: 'discussions', label: 'Discussões', title: 'Discussões', access: 'collaboration:read' },
    ],
  },
  {
    id: 'realtime-angola',
    label: 'Tempo Real Angola',
    title: 'Tempo Real Angola',
    access: 'ocean:read',
    badge: 'LIVE',
  },
  { id: 'assistente', label: 'Assistente', title: 'Assistente', access: 'assistant:use', badge: 'NOVO', isNew: true },
  { id: 'zee-angola', label: 'ZEE Angola', title: 'ZEE Angola', access: 'dashboard:read' },
  { id: 'species', label: 'Espécies', title: 'Espécies', access: 'biodiversity:read' },
  {
    id: 'biological-samples',
    label: 'Amostragem Biológica',
    title: 'Amostragem Biológica',
    access: 'biodiversity:read',
  },
  { id: 'places', label: 'Lugares', title: 'Lugares', access: 'ocean:read' },
  { id: 'maritime-limits', label: 'Limites Marítimos', title: 'Limites Marítimos', access: 'ocean:read' },
  { id: 'coastline', label: 'Linha de Costa', title: 'Linha de Costa', access: 'ocean:read' },
  {
    id: 'copernicus',
    label: 'Copernicus',
    children: [
      {
        id: 'copernicus-monitoring',
        label: 'Monitorização Copernicus',
        title: 'Monitorização Copernicus',
        access: 'ocean:read',
      },
      {
        id: 'copernicus-integration',
        label: 'Integração Copernicus',
        title: 'Integração Copernicus',
        access: 'ocean:read',
      },
    ],
  },
  {
    id: 'global-fishing-watch',
    label: 'Global Fishing Watch',
    title: 'Global Fishing Watch',
    access: 'vessels:read',
  },
  {
    id: 'ml-system',
    label: 'Sistema Machine Learning',
    badge: 'AI',
    children: [
      { id: 'ml-dashboard', label: 'ML Dashboard', title: 'ML Dashboard', access: 'models:read' },
      {
        id: 'predictive-filters',
        label: 'Filtros Preditivos (7 tipos)',
        title: 'Filtros Preditivos',
        access: 'filters:read',
        badge: 'AI',
      },
      { id: 'machine-learning', label: 'Modelos ML', title: 'Modelos ML', access: 'models:read' },
      {
        id: 'ml-retention-system',
        label: 'Base de Retenção ML',
        title: 'Base de Retenção ML',
        access: 'retention:read',
        badge: 'PERFORMANCE',
        isNew: true,
      },
    ],
  },
  {
    id: 'services-integration',
    label: 'Integração Serviços',
    title: 'Integração de Serviços',
    access: 'services:read',
  },
  {
    id: 'qgis-advanced',
    label: 'QGIS Análise Avançada',
    badge: 'ANÁLISE',
    children: [
      { id: 'qgis-spatial-analysis', label: 'Análise Espacial', title: 'Análise Espacial', access: 'spatial:read' },
      {
        id: 'qgis-temporal-visualization',
        label: 'Visualização Temporal',
        title: 'Visualização Temporal',
        access: 'ocean:read',
      },
      {
        id: 'qgis-biomass-calculator',
        label: 'Calculadora de Biomassa',
        title: 'Calculadora de Biomassa',
        access: 'biomass:read',
      },
      { id: 'mcda-analysis', label: 'Análise MCDA/AHP', title: 'Análise MCDA/AHP', access: 'spatial:read' },
    ],
  },
  {
    id: 'analytics',
    label: 'Analytics e Relatórios',
    children: [
      { id: 'advanced-analysis', label: 'Analytics Avançados', title: 'Analytics Avançados', access: 'usage:read' },
      { id: 'reports', label: 'Gestão de Relatórios', title: 'Gestão de Relatórios', access: 'reports:read' },
      { id: 'realtime-monitoring', label: 'Métricas Tempo Real', title: 'Métricas Tempo Real', access: 'health:read' },
    ],
  },
  {
    id: 'data',
    label: 'Dados e Mapas',
    children: [
      further('data-connectors', 'Conectores de Dados', 'connectors:read'),
      further('data-ingestion', 'Ingestão de Dados', 'connectors:read'),
      further('first-day', 'Primeiro dia', 'connectors:read'),
      further('processing', 'Processamento', 'jobs:read'),
      further('maps', 'Gestão de Mapas', 'maps:read'),
      further('geo-features', 'Elementos Geográficos', 'session'),
      further('storage', 'Armazenamento', 'storage:read'),
      further('databases', 'Bases de Dados', 'databases:read'),
    ],
  },
  {
    id: 'system-management',
    label: 'Gestão do Sistema',
    children: [
      { id: 'services-status', label: 'Estado dos Serviços', title: 'Estado dos Serviços', access: 'services:read' },
      { id: 'system-health', label: 'Saúde do Sistema', title: 'Saúde do Sistema', access: 'health:read' },
      { id: 'performance-monitor', label: 'Monitor Performance', title: 'Monitor Performance', access: 'health:read' },
      further('system-config', 'Configurações Sistema', 'config:read'),
      further('system-logs', 'Logs do Sistema', 'health:read'),
      further('async-processing', 'Processamento Assíncrono', 'jobs:read'),
      further('cache-redis', 'Cache', 'cache:manage'),
      further('api-gateway', 'API Gateway', 'endpoints:read'),
      further('services-test', 'Teste de Serviços', 'services:read'),
      further('test-dashboard', 'Dashboard de Testes', 'health:read'),
      further('debug-interface', 'Interface de Debug', 'health:read'),
    ],
  },
  {
    id: 'security-monitoring',
    label: 'Segurança e Monitorização',
    children: [
      { id: 'auto-alerts', label: 'Alertas Automáticos', title: 'Alertas Automáticos', access: 'alerts:read' },
      further('user-management', 'Gestão Utilizadores', 'users:read'),
      {
        id: 'auth-enterprise',
        label: 'Autenticação Enterprise',
        title: 'Autenticação Enterprise',
        access: 'users:read',
      },
      further('identity-service', 'Serviço de Identidade', 'users:read'),
      { id: 'audit', label: 'Auditoria', title: 'Auditoria', access: 'audit:read' },
      further('security', 'Painel de Segurança', 'security:read'),
      { id: 'backup-security', label: 'Backup e Segurança', title: 'Backup e Segurança', access: 'backups:read' },
    ],
  },
  {
    id: 'mobile-demos',
    label: 'Mobile e Demos',
    children: [
      { id: 'mobile-pwa', label: 'Mobile PWA Avançado', title: 'Mobile PWA Avançado', access: 'interfaces:read' },
      { id: 'demo-enhanced', label: 'Demo Kianda Enhanced', title: 'Demo Kianda Enhanced', access: 'interfaces:read' },
      { id: 'minpermar', label: 'Site MINPERMAR', title: 'Site MINPERMAR', access: 'interfaces:read' },
    ],
  },
] as const satisfies readonly TreeItem[];
export const sectionTree: readonly TreeItem[] = tree;

/** Places that other screens and addresses lead to: a second name of a screen, and pages that something else opens. */
const furtherSections = [
  further('apis-connectors', 'APIs e Conectores', 'connectors:read'),
  further('predictive-models', 'Modelos Preditivos', 'models:read'),
  further('autorizar', 'Autorizar Aplicação', 'session'),
  further('notices', 'Avisos e Licenças', 'session'),
];

function further<const Id extends string>(id: Id, title: string, access: Access) {
  return { id, label: title, title, access };
}

type Leaf<Item> = Item extends { readonly children: readonly (infer Child)[] } ? Child : Item;
type Listed = Leaf<(typeof tree)[number]> | (typeof furtherSections)[number];
/** Ids of all sections, and the other names by which links may ask for them. */
export type SectionId = Listed['id'] | keyof typeof otherNames;
export type KnownSection = Section & { readonly id: SectionId };

/** Every section that has an entry, in the order of the sidebar. */
export const allSections: readonly KnownSection[] = [
  ...tree.flatMap<KnownSection>((item) => ('children' in item ? item.children : [item])),
  ...furtherSections,
];

const byId = new Map<string, KnownSection>(allSections.map((section) => [section.id, section]));

/** Names by which links may ask for a section that goes by another one here. */
const otherNames = {
  cache: 'cache-redis',
  settings: 'system-config',
  'development-tools': 'debug-interface',
  monitoring: 'realtime-monitoring',
  performance: 'performance-monitor',
} as const;

export function findSection(id: string): KnownSection | undefined {
  return byId.get((otherNames as Readonly<Record<string, string>>)[id] ?? id);
}

/** The group that a section is listed under. */
export function groupOf(id: string): SectionGroup | undefined {
  return sectionTree.filter(isGroup).find((group) => group.children.some((child) => child.id === id));
}

export const defaultSectionId: SectionId = 'home';
/** Groups that are open when the console is. */
export const initiallyExpanded: readonly string[] = ['favoritos', 'scientific-hub', 'ml-system', 'qgis-advanced'];
