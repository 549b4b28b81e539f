/**
 * The one name of each figure that stands on more than one screen, answer or document. Two figures never share a name,
 * and a figure never has two: `tests/dev-env/figures.test.ts` compares each wherever it stands.
 */
export const figureNames = {
  vesselsPresent: 'Embarcações com presença no satélite AIS',
  vesselsHeard: 'Embarcações ouvidas em 24 h',
  vesselsKnown: 'Embarcações conhecidas',
  vesselAlerts: 'Alertas de embarcações por encerrar',
  platformAlerts: 'Alertas ativos da plataforma',
  connectorsWorking: 'Conectores operacionais',
  connectorsFailing: 'Conectores em falha',
  streamsOnTime: 'Fluxos em dia',
  streamsOnTimeShare: 'Fluxos em dia, dos que têm dados',
  servicesOnline: 'Serviços online',
  availability: 'Disponibilidade',
  availabilityDay: 'Disponibilidade em 24 h',
  apiLatency: 'Latência da API (p95)',
  cpu: 'Processador',
  memory: 'Memória ocupada',
  disk: 'Disco ocupado',
  databaseSize: 'Tamanho da base de dados',
  databaseConnections: 'Ligações à base de dados',
  storageSize: 'Espaço ocupado no armazenamento',
  species: 'Espécies registadas',
  occurrences: 'Ocorrências',
  threatenedSpecies: 'Espécies ameaçadas (UICN)',
  stations: 'Estações de monitorização',
  fishingZones: 'Zonas de pesca',
  interfaces: 'Interfaces com página',
  catalogueCollections: 'Coleções no catálogo STAC',
  catalogueItems: 'Itens no catálogo STAC',
  featureCollections: 'Coleções de elementos geográficos',
  accounts: 'Contas ativas',
  sessions: 'Sessões abertas',
  tasksPending: 'Tarefas em espera ou em curso',
  endpoints: 'Endereços da API',
} as const;
export type NamedFigure = keyof typeof figureNames;

/** The name as it stands within a sentence or below a figure: `alertas ativos da plataforma`. */
export function figureCaption(figure: NamedFigure): string {
  const name = figureNames[figure];
  return name.charAt(0).toLowerCase() + name.slice(1);
}
