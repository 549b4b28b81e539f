import type { ServiceId } from '@kianda/contract';
import { serviceNames } from '@kianda/contract/operations/services/service-names';

export type ServiceDefinition = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Service of the contract whose addresses it answers; null for one without. */
  readonly service: ServiceId | 'stac' | 'features' | null;
  /** Beginnings of the names of its jobs. */
  readonly jobs: readonly string[];
  /** Why it can't be stopped; null where it can. */
  readonly refusal: string | null;
  readonly effects: readonly string[];
  readonly type: string;
  readonly priority: 'critical' | 'high' | 'medium' | 'low';
  /** Below its prefix: what answers without a session, or says that it wants one. */
  readonly probePath: string;
  /** Below the address of the real thing that may stand in for it. */
  readonly outsideProbePath: string;
};

const stoppable = { refusal: null, outsideProbePath: '' } as const;

/** The services that operators see, and what stopping each means. */
export const serviceDefinitions: readonly ServiceDefinition[] = [
  {
    ...stoppable,
    id: 'stac',
    name: serviceNames.stac,
    description: 'Catálogo dos produtos da plataforma',
    service: 'stac',
    jobs: ['catalogue.'],
    effects: ['O catálogo deixa de responder a clientes e à consola.', 'A atualização do catálogo fica em espera.'],
    type: 'catalogue',
    priority: 'high',
    probePath: '',
  },
  {
    ...stoppable,
    id: 'features',
    name: serviceNames.features,
    description: 'Entidades geográficas, processos e mosaicos vetoriais',
    service: 'features',
    jobs: ['features.'],
    effects: ['QGIS e outros clientes deixam de receber entidades.', 'Os processos pedidos ficam em espera.'],
    type: 'features',
    priority: 'high',
    probePath: '/conformance',
    outsideProbePath: '/conformance?f=json',
  },
  {
    ...stoppable,
    id: 'storage',
    name: serviceNames.storage,
    description: 'Áreas e objetos, para pessoas e programas',
    service: 'storage',
    jobs: ['storage.'],
    effects: [
      'Envios, transferências e ligações partilhadas deixam de responder.',
      'A plataforma continua a gravar o que recebe: só o acesso de fora para.',
    ],
    type: 'storage',
    priority: 'high',
    probePath: '/',
    outsideProbePath: '/minio/health/live',
  },
  {
    ...stoppable,
    id: 'monitor',
    name: serviceNames.monitor,
    description: 'Tarefas, processos e falhas, no formato do Flower',
    service: 'monitor',
    jobs: [],
    effects: ['Clientes do monitor deixam de ver tarefas; as tarefas continuam.'],
    type: 'monitoring',
    priority: 'medium',
    probePath: '/healthcheck',
    outsideProbePath: '/healthcheck',
  },
  {
    ...stoppable,
    id: 'workflow',
    name: serviceNames.workflow,
    description: 'Informação para clientes e estado do conjunto',
    service: 'workflow',
    jobs: [],
    effects: ['Os clientes deixam de ler a informação da plataforma e o estado do conjunto.'],
    type: 'workflow',
    priority: 'medium',
    probePath: '/client-info',
    outsideProbePath: '/client-info',
  },
  {
    ...stoppable,
    id: 'gfw-api',
    name: serviceNames['gfw-api'],
    description: 'Procuração e permissões do Global Fishing Watch',
    service: 'gfw-api',
    jobs: [],
    effects: ['Os mapas de pesca deixam de receber dados do Global Fishing Watch.'],
    type: 'proxy',
    priority: 'medium',
    probePath: '/api/permissions/status',
  },
  {
    ...stoppable,
    id: 'ocean-api',
    name: serviceNames['ocean-api'],
    description: 'Séries do Copernicus para Angola',
    service: 'ocean-api',
    jobs: [],
    effects: ['Os painéis do Copernicus passam a usar o recurso seguinte da lista.'],
    type: 'proxy',
    priority: 'medium',
    probePath: '/copernicus/auth',
  },
  {
    ...stoppable,
    id: 'ingestion',
    name: serviceNames.ingestion,
    description: 'Conectores, receção de ficheiros e produtos derivados',
    service: null,
    jobs: ['ingest.', 'intake.', 'connectors.', 'backfill.'],
    effects: ['Nenhum dado novo entra até voltar a ser iniciada.', 'Os dados passam a «Em cache» quando envelhecem.'],
    type: 'worker',
    priority: 'high',
    probePath: '',
  },
  {
    id: 'identity',
    name: serviceNames.identity,
    description: 'Contas, sessões e OpenID Connect',
    service: 'identity',
    jobs: [],
    refusal: 'Sem identidade ninguém entraria para a voltar a iniciar.',
    effects: [],
    type: 'auth',
    priority: 'critical',
    probePath: '/realms/kianda',
    outsideProbePath: '/realms/master',
  },
  {
    id: 'admin-api',
    name: serviceNames['admin-api'],
    description: 'A API da consola',
    service: 'admin-api',
    jobs: [],
    refusal: 'É por ela que os serviços se iniciam.',
    effects: [],
    type: 'api',
    priority: 'critical',
    probePath: '/health',
    outsideProbePath: '',
  },
  {
    id: 'database',
    name: serviceNames.database,
    description: 'PostgreSQL',
    service: null,
    jobs: [],
    refusal: 'Todos os serviços dependem dela. Pare o processo da plataforma.',
    effects: [],
    type: 'database',
    priority: 'critical',
    probePath: '',
    outsideProbePath: '',
  },
];
