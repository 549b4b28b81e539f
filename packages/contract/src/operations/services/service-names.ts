/** The one name of each service and component, used by every screen, answer, check, alert and page. */
export const serviceNames = {
  console: 'Consola',
  'admin-api': 'Admin API',
  identity: 'Identidade',
  interfaces: 'Interfaces científicas',
  stac: 'STAC API',
  features: 'OGC API Features',
  'stac-browser': 'STAC Browser',
  storage: 'Armazenamento',
  monitor: 'Monitor de tarefas',
  workflow: 'Fluxo de trabalho',
  ingestion: 'Tarefas de ingestão',
  'ocean-api': 'Dados oceânicos',
  'gfw-api': 'Dados de pesca',
  database: 'Base de dados',
  'object-storage': 'Ficheiros da plataforma',
  tasks: 'Fila de tarefas',
  'data-processing': 'Conectores',
  cache: 'Memória da plataforma',
  analytics: 'Análises',
  security: 'Segurança',
  metrics: 'Métricas do sistema',
} as const;
export type NamedService = keyof typeof serviceNames;

/** The names of some services, in the order given. */
export function namesOfServices<Id extends NamedService>(...ids: readonly Id[]): Readonly<Record<Id, string>> {
  const names: Readonly<Record<string, string>> = Object.fromEntries(ids.map((id) => [id, serviceNames[id]]));
  return names as Readonly<Record<Id, string>>;
}
