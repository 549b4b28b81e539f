import type { settingGroups } from '@kianda/contract/operations/configuration/configuration.contract';

type Group = (typeof settingGroups)[number];
type Described = { readonly title: string; readonly group: Group; readonly unit?: string };

/** Title of each setting for administrators. Addresses and credentials of providers and services are named by rule. */
const described: Readonly<Record<string, Described>> = {
  DATA_DIR: { title: 'Pasta de dados', group: 'access' },
  MODE: { title: 'Modo de funcionamento', group: 'access' },
  ROLES: { title: 'Partes que correm neste processo', group: 'access' },
  SEED: { title: 'Semente do mundo simulado', group: 'simulation' },
  SIMULATOR_PORT: { title: 'Porta do simulador', group: 'simulation' },
  SIMULATOR_URL: { title: 'Endereço do simulador noutro processo', group: 'simulation' },
  RAW_RETENTION_DAYS: { title: 'Páginas originais dos fornecedores', group: 'retention', unit: 'dias' },
  RUN_RETENTION_DAYS: { title: 'Execuções dos conectores', group: 'retention', unit: 'dias' },
  JOB_RETENTION_DAYS: { title: 'Tarefas terminadas', group: 'retention', unit: 'dias' },
  HOST: { title: 'Endereço em que a plataforma escuta', group: 'network' },
  PORT: { title: 'Porta da consola e da API', group: 'network' },
  INTERFACES_PORT: { title: 'Porta das interfaces científicas', group: 'network' },
  PUBLIC_URL: { title: 'Endereço público da consola', group: 'network' },
  INTERFACES_URL: { title: 'Endereço público das interfaces', group: 'network' },
  OPEN_ORIGINS: { title: 'Origens que leem os serviços abertos', group: 'network' },
  MAP_EMBED_ORIGINS: { title: 'Origens que podem embutir mapas públicos', group: 'network' },
  TRUSTED_PROXIES: { title: 'Proxies de confiança', group: 'network' },
  RATE_LIMIT_PER_MINUTE: { title: 'Limite de pedidos', group: 'limits', unit: 'pedidos/min' },
  REQUEST_TIMEOUT_SECONDS: { title: 'Tempo limite de um pedido', group: 'limits', unit: 'segundos' },
  DISK_RESERVE_MEGABYTES: { title: 'Espaço em disco reservado', group: 'limits', unit: 'MB' },
  INTAKE_MAX_MEGABYTES: { title: 'Maior ficheiro recebido de uma instituição', group: 'limits', unit: 'MB' },
  FEATURES_MEMORY_MEGABYTES: { title: 'Memória para coleções de elementos', group: 'limits', unit: 'MB' },
  SPATIAL_MAX_FEATURES: { title: 'Elementos de uma análise espacial', group: 'limits', unit: 'elementos' },
  SPATIAL_MAX_CELLS: { title: 'Células de uma análise espacial', group: 'limits', unit: 'células' },
  SPATIAL_MAX_MEMORY_MEGABYTES: { title: 'Memória de uma análise espacial', group: 'limits', unit: 'MB' },
  SPATIAL_MAX_SECONDS: { title: 'Tempo de uma análise espacial', group: 'limits', unit: 'segundos' },
  SPATIAL_MAX_FILE_MEGABYTES: {
    title: 'Maior ficheiro enviado para uma análise espacial',
    group: 'limits',
    unit: 'MB',
  },
  SPATIAL_KEPT_DAYS: { title: 'Tempo que se guarda uma análise espacial privada', group: 'limits', unit: 'dias' },
  METRICS_TOKEN: { title: 'Token das métricas para o Prometheus', group: 'access' },
  ASSISTANT_MODEL_URL: { title: 'Endereço do modelo do assistente', group: 'services' },
  ASSISTANT_MODEL: { title: 'Modelo do assistente', group: 'services' },
  ASSISTANT_MODEL_KEY: { title: 'Chave do modelo do assistente', group: 'services' },
  DATABASE_URL: { title: 'Servidor PostgreSQL', group: 'database' },
  DATABASE_REPLICA_URL: { title: 'Réplica para leituras pesadas', group: 'database' },
  DATABASE_MAX_CONNECTIONS: { title: 'Ligações à base de dados', group: 'database', unit: 'ligações' },
  S3_BUCKET: { title: 'Bucket S3', group: 'storage' },
  S3_REGION: { title: 'Região S3', group: 'storage' },
  S3_ENDPOINT: { title: 'Endereço S3', group: 'storage' },
  S3_ACCESS_KEY: { title: 'Chave de acesso S3', group: 'storage' },
  S3_SECRET_KEY: { title: 'Chave secreta S3', group: 'storage' },
  ADMIN_EMAIL: { title: 'Correio do primeiro administrador', group: 'identity' },
  ADMIN_PASSWORD: { title: 'Palavra-passe do primeiro administrador', group: 'identity' },
  SECRET_KEY: { title: 'Chave mestra', group: 'identity' },
  BACKUP_DIR: { title: 'Pasta das cópias de segurança', group: 'storage' },
  UPGRADE_BACKUP: { title: 'Cópia antes de o arranque migrar', group: 'storage' },
  WAL_ARCHIVE: { title: 'Arquivo do diário da base de dados incluída', group: 'storage' },
  WAL_ARCHIVE_SECONDS: { title: 'Fecho de segmentos do diário', group: 'storage', unit: 'segundos' },
  BACKUP_KEY: { title: 'Chave das cópias de segurança', group: 'storage' },
  OIDC_ISSUER: { title: 'Emissor de identidade (OpenID Connect)', group: 'identity' },
  OIDC_CLIENT_ID: { title: 'Cliente OpenID Connect', group: 'identity' },
  OIDC_CLIENT_SECRET: { title: 'Segredo do cliente OpenID Connect', group: 'identity' },
  OIDC_SCOPES: { title: 'Âmbitos pedidos ao emissor', group: 'identity' },
  OIDC_NAME: { title: 'Nome do botão de entrada institucional', group: 'identity' },
  OIDC_NEW_ACCOUNT_ROLE: { title: 'Perfil das contas criadas à primeira entrada', group: 'identity' },
  TWO_STEP_ROLES: { title: 'Perfis que exigem a verificação em dois passos', group: 'identity' },
  TWO_STEP_GRACE_DAYS: { title: 'Prazo para configurar os dois passos exigidos', group: 'identity', unit: 'dias' },
  OPERATOR_NAME: { title: 'Nome do operador', group: 'operator' },
  SUPPORT_EMAIL: { title: 'Contacto de suporte', group: 'operator' },
  MODELS_FIRST_TRAINING: { title: 'Primeiro treino dos modelos sem que alguém o peça', group: 'operator' },
  MODELS_OWN_APPROVAL: { title: 'Quem treina um modelo também o aprova', group: 'operator' },
  MODELS_FILE_MB: { title: 'Ficheiro de um modelo de fora, no máximo', group: 'operator', unit: 'MB' },
  MODELS_TREES: { title: 'Árvores de um modelo treinado', group: 'operator', unit: 'árvores' },
  STATUS_PUBLIC: { title: 'Página de estado sem sessão', group: 'operator' },
  SMTP_URL: { title: 'Servidor de correio', group: 'delivery' },
  SMTP_FROM: { title: 'Remetente do correio', group: 'delivery' },
  COPERNICUS_USERNAME: { title: 'Conta do Copernicus Data Space', group: 'providers' },
  COPERNICUS_PASSWORD: { title: 'Palavra-passe do Copernicus Data Space', group: 'providers' },
  OCEAN_API_URLS: { title: 'Máquinas da API oceânica, por ordem', group: 'services' },
  LOG_LEVEL: { title: 'Nível dos registos', group: 'log' },
  LOG_FORMAT: { title: 'Formato dos registos', group: 'log' },
  REPORT_RETENTION_DAYS: { title: 'Relatórios (0: para sempre)', group: 'retention', unit: 'dias' },
  LOG_RETENTION_DAYS: { title: 'Linhas dos registos', group: 'retention', unit: 'dias' },
  ALLOWED_PRIVATE_HOSTS: { title: 'Máquinas privadas que se podem alcançar', group: 'network' },
  AIS_SERVERS: { title: 'Estações AIS a que ligar', group: 'vessels' },
  AIS_TCP_LISTEN: { title: 'Escuta AIS por TCP', group: 'vessels' },
  AIS_UDP_LISTEN: { title: 'Escuta AIS por UDP', group: 'vessels' },
  AIS_ALLOWED_ADDRESSES: { title: 'Endereços de que se aceita AIS', group: 'vessels' },
  AIS_STATIONS: { title: 'Nomes e antenas das estações AIS', group: 'vessels' },
  VMS_SPEED_UNIT: { title: 'Velocidades do VMS (NAF): décimos de nó ou nós', group: 'vessels' },
  POSITION_RETENTION_DAYS: { title: 'Posições de embarcações', group: 'retention', unit: 'dias' },
  POSITION_ARCHIVE_DAYS: {
    title: 'Posições na base de dados, antes de passarem a ficheiros (0: sempre)',
    group: 'retention',
    unit: 'dias',
  },
  POSITION_SUMMARY_RETENTION_DAYS: { title: 'Resumos horários de posições', group: 'retention', unit: 'dias' },
  USAGE: { title: 'Registo da utilização', group: 'operator' },
  USAGE_RETENTION_DAYS: { title: 'Registos da utilização', group: 'retention', unit: 'dias' },
  TEST_DATABASE_URL: { title: 'Base de dados dos ensaios', group: 'database' },
};

const words = (name: string): string => name.toLowerCase().replaceAll('_', '-');

/** Title, group and unit of a setting by its variable; one without a description goes by its own name. */
export function describeSetting(variable: string): Described {
  const name = variable.replace(/^KIANDA_/, '');
  const known = described[name];
  if (known !== undefined) return known;
  const service = /^SERVICE_(\w+)_URL$/.exec(name)?.[1];
  if (service !== undefined) return { title: `Endereço do serviço ${words(service)}`, group: 'services' };
  const access = /^SERVICE_([A-Z]+)_(\w+)$/.exec(name);
  if (access !== null) {
    return { title: `Acesso ao serviço ${words(access[1] ?? '')} (${words(access[2] ?? '')})`, group: 'services' };
  }
  const provider = /^PROVIDER_(\w+?)_URL(?:_(\w+))?$/.exec(name);
  if (provider !== null) {
    const extra = provider[2] === undefined ? '' : ` (${words(provider[2])})`;
    return { title: `Endereço de ${words(provider[1] ?? '')}${extra}`, group: 'providers' };
  }
  if (name.startsWith('PROVIDER_')) return { title: `Credencial ${words(name.slice(9))}`, group: 'providers' };
  return { title: variable, group: 'access' };
}
