import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Role as AccountRole } from '@kianda/contract';
import '../platform/issue-texts.ts';
import type { LogLevel } from '../platform/log/log.ts';
import { StartupError } from '../platform/process/startup-error.ts';
import type { StorageOptions } from '../platform/storage/storage.ts';
import { contradictions, serviceContradictions } from './contradictions.ts';
import type { Station } from './fields.ts';
import {
  credentialVariable,
  type modes,
  type NamedSettings,
  namedSettingsSchema,
  providerSettings,
  providerUrlVariable,
  type roles,
  type ServiceId,
  type Settings,
  serviceCredentials,
  serviceCredentialVariable,
  serviceIds,
  serviceVariable,
  settingNames,
  settingsSchema,
} from './settings.ts';

/** Vertices that the features of a spatial analysis may have on average. */
const verticesPerFeature = 100;

export type Environment = Readonly<Record<string, string | undefined>>;
export type Role = (typeof roles)[number];
export type Mode = (typeof modes)[number];
export type ProviderId = keyof typeof providerSettings;

/** Null where the operator set nothing: the provider's own address, or the simulator's in demonstration mode. */
export type ProviderConfig = {
  readonly baseUrl: string | null;
  readonly extraBaseUrls: Readonly<Record<string, string>>;
  readonly credentials: Readonly<Record<string, string>>;
};

export type OidcConfig = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly scopes: string;
  /** Of the sign-in button. */
  readonly name: string;
  /** Of accounts made at the first sign-in; null: only accounts that exist may sign in. */
  readonly newAccountRole: AccountRole | null;
};

/** All settings, checked. Addresses have no final slash. */
export type Config = {
  readonly rootDir: string;
  readonly dataDir: string;
  readonly mode: Mode;
  readonly roles: readonly Role[];
  readonly seed: number;
  /** Days for which raw pages, runs and jobs are stored. */
  readonly retention: { readonly rawPagesDays: number; readonly runsDays: number; readonly jobsDays: number };
  /** Days that positions of vessels are kept, and their hourly summaries. */
  readonly positions: { readonly positionDays: number; readonly archiveDays: number; readonly summaryDays: number };
  /** Records of use: whether any are made, and for how many days they are kept. */
  readonly usage: { readonly enabled: boolean; readonly retentionDays: number };
  /** Names and antennas of AIS stations. */
  readonly aisStations: readonly Station[];
  /** AIS stations; null where none is set. */
  /** Unit of the speeds that the VMS centre writes. */
  readonly vmsSpeedUnit: 'tenths' | 'knots';
  readonly ais: {
    readonly servers: readonly string[];
    readonly tcpListen: string | null;
    readonly udpListen: string | null;
    readonly allowedAddresses: readonly string[];
  } | null;
  readonly simulator: { readonly port: number; readonly url: string | null };
  readonly host: string;
  /** 0 only before the start chose a free one. */
  readonly port: number;
  readonly interfacesPort: number;
  readonly publicUrl: string;
  readonly interfacesUrl: string;
  readonly trustedProxies: readonly string[];
  /** Origins whose pages may read the open services without a session. */
  readonly openOrigins: '*' | readonly string[];
  readonly rateLimitPerMinute: number;
  readonly requestTimeoutSeconds: number;
  readonly metricsToken: string | null;
  /** Largest file that an institution may hand over. */
  readonly intakeMaxBytes: number;
  /** Room on the disk of the data folder that files do not take: alerts and sign-in go on in it. */
  readonly diskReserveBytes: number;
  /** Collections of features held in memory, all together; 0 holds none. */
  readonly featuresMemoryBytes: number;
  /** Largest spatial analysis, and how long one that only its owner reads is kept. */
  readonly spatial: {
    readonly features: number;
    readonly vertices: number;
    readonly cells: number;
    readonly memoryBytes: number;
    readonly seconds: number;
    readonly fileBytes: number;
    readonly keptDays: number;
  };
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** A replica for heavy reads; null: the database itself. */
  readonly databaseReplicaUrl: string | null;
  readonly databaseMaxConnections: number;
  readonly storage: StorageOptions;
  /** Of S3, the platform's own or one elsewhere. */
  readonly storageRegion: string;
  /** The first administrator, as set: both or neither. Neither: one is made up, its password shown once. */
  readonly administrator: { readonly email: string | null; readonly password: string | null };
  /** Null: a key file in the data folder (`masterKey` reads or makes it). */
  readonly secretKey: string | null;
  /** Folder of backups: beside the data folder, so that deleting the data does not delete its copies. */
  readonly backupDir: string;
  /** Null: a key file in the data folder (`backupKey` reads or makes it). */
  readonly backupKey: string | null;
  /** Whether a start that finds migrations to apply makes a backup first. */
  readonly backsUpBeforeMigrating: boolean;
  /** Whether the embedded server's journal is archived; null: it is not. */
  readonly walArchive: { readonly seconds: number } | null;
  /** `linux-x64` */
  readonly machine: string;
  readonly oidc: OidcConfig | null;
  /** Roles whose accounts can't be without two-step verification. */
  readonly twoStepRoles: readonly AccountRole[];
  readonly twoStepGraceDays: number;
  readonly operator: { readonly name: string; readonly supportEmail: string | null };
  /** Whether the status of the services is shown without a sign-in. */
  readonly statusPublic: boolean;
  readonly models: {
    readonly trainsFirst: boolean;
    readonly allowsOwnApproval: boolean;
    /** Bytes of a model's file from elsewhere at most. */
    readonly foreignFileBytes: number;
    /** Trees of a forest; boosting has half as many more. */
    readonly trees: number;
  };
  /** Mail server of alerts; null: mail can't be sent. */
  /** Language model that chooses the assistant's tools where its rules do not; null: rules alone. */
  readonly assistantModel: { readonly url: string; readonly name: string; readonly key: string | null } | null;
  readonly smtp: { readonly url: string; readonly from: string } | null;
  readonly log: { readonly level: LogLevel; readonly pretty: boolean };
  /** Days that lines of the log are kept in the database. */
  readonly logRetentionDays: number;
  /** Days that reports are kept; 0: for ever. */
  readonly reportRetentionDays: number;
  /** Hosts (`host`, `host:port`) that connectors and checks may reach although their address is private. */
  readonly allowedPrivateHosts: readonly string[];
  /** Account of Copernicus Data Space; null: only requests without a token are made. */
  readonly copernicusAccount: { readonly username: string; readonly password: string } | null;
  /** Hosts of the ocean API that the console tries in order before this installation's own. */
  readonly oceanApiUrls: readonly string[];
  readonly services: Readonly<Record<ServiceId, string | null>>;
  /** Credentials of external services, by name. */
  readonly serviceCredentials: Readonly<Record<ServiceId, Readonly<Record<string, string>>>>;
  readonly providers: Readonly<Record<ProviderId, ProviderConfig>>;
};

/** Root of the repository, where `.env`, `dados` and the built pages are. */
const ROOT = resolve(import.meta.dirname, '../../../..');

/**
 * Environment of this process over the `.env` file of the root folder, if any. Nothing else reads either.
 * Throws `StartupError` when the file can't be read.
 */
export function readEnvironment(rootDir: string = ROOT): Environment {
  const path = join(rootDir, '.env');
  if (!existsSync(path)) return process.env;
  try {
    return { ...parseEnv(readFileSync(path, 'utf8')), ...process.env };
  } catch (error) {
    throw new StartupError(`O ficheiro ${path} não pôde ser lido.`, { cause: error });
  }
}

/**
 * Checked settings. An unknown `KIANDA_*` variable is refused: a misspelt one would silently leave its default.
 * Throws `StartupError`: one Portuguese line for each thing wrong.
 */
export function loadConfig(environment: Environment, rootDir: string = ROOT): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith('KIANDA_')));
  const unknown = Object.keys(given).filter((name) => !settingNames.includes(name));
  if (unknown.length > 0) throw new StartupError(unknown.map(describeUnknown).join('\n'));
  const settings = settingsSchema.safeParse(given);
  const named = namedSettingsSchema.safeParse(given);
  if (!settings.success || !named.success) {
    const issues = [...(settings.error?.issues ?? []), ...(named.error?.issues ?? [])];
    throw new StartupError(issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const problems = [...contradictions(settings.data), ...serviceContradictions(named.data)];
  if (problems.length > 0) throw new StartupError(problems.join('\n'));
  return toConfig(settings.data, named.data, rootDir);
}

function describeUnknown(name: string): string {
  return `Definição desconhecida: ${name}. Definições válidas: ${settingNames.join(', ')}.`;
}

function urlOf(host: string, port: number): string {
  const everywhere = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host);
  return `http://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Puts the ports that were found free in place of 0, and with them the addresses that follow from them. */
export function withPorts(config: Config, port: number, interfacesPort: number): Config {
  const follows = (address: string, was: number, now: number): string =>
    address === urlOf(config.host, was) ? urlOf(config.host, now) : address;
  return {
    ...config,
    port,
    interfacesPort,
    publicUrl: follows(config.publicUrl, config.port, port),
    interfacesUrl: follows(config.interfacesUrl, config.interfacesPort, interfacesPort),
  };
}

/** A demonstration trains its first models by itself. */
function modelSettings(s: Settings, mode: Mode): Config['models'] {
  return {
    trainsFirst: (s.KIANDA_MODELS_FIRST_TRAINING ?? (mode === 'demo' ? 'on' : 'off')) === 'on',
    allowsOwnApproval: s.KIANDA_MODELS_OWN_APPROVAL === 'true',
    foreignFileBytes: s.KIANDA_MODELS_FILE_MB * 1_048_576,
    trees: s.KIANDA_MODELS_TREES,
  };
}

function spatialLimits(s: Settings): Config['spatial'] {
  return {
    features: s.KIANDA_SPATIAL_MAX_FEATURES,
    vertices: s.KIANDA_SPATIAL_MAX_FEATURES * verticesPerFeature,
    cells: s.KIANDA_SPATIAL_MAX_CELLS,
    memoryBytes: s.KIANDA_SPATIAL_MAX_MEMORY_MEGABYTES * 1_000_000,
    seconds: s.KIANDA_SPATIAL_MAX_SECONDS,
    fileBytes: s.KIANDA_SPATIAL_MAX_FILE_MEGABYTES * 1_048_576,
    keptDays: s.KIANDA_SPATIAL_KEPT_DAYS,
  };
}

/** Without a worker in this process no job would take the segments away. */
function walArchiveOf(s: Settings, mode: Mode): Config['walArchive'] {
  const isOn = (s.KIANDA_WAL_ARCHIVE ?? (mode === 'production' ? 'on' : 'off')) === 'on';
  const hasWorker = s.KIANDA_DATABASE_URL === null && s.KIANDA_ROLES.includes('worker');
  return hasWorker && isOn ? { seconds: s.KIANDA_WAL_ARCHIVE_SECONDS } : null;
}

function toConfig(s: Settings, named: NamedSettings, rootDir: string): Config {
  const mode = s.KIANDA_MODE ?? 'demo';
  const dataDir = resolve(rootDir, s.KIANDA_DATA_DIR ?? 'dados');
  return {
    rootDir,
    dataDir,
    mode,
    roles: s.KIANDA_ROLES,
    seed: s.KIANDA_SEED,
    simulator: { port: s.KIANDA_SIMULATOR_PORT, url: s.KIANDA_SIMULATOR_URL },
    retention: retentionOf(s),
    reportRetentionDays: s.KIANDA_REPORT_RETENTION_DAYS,
    logRetentionDays: s.KIANDA_LOG_RETENTION_DAYS,
    usage: { enabled: s.KIANDA_USAGE !== 'off', retentionDays: s.KIANDA_USAGE_RETENTION_DAYS },
    positions: {
      positionDays: s.KIANDA_POSITION_RETENTION_DAYS,
      archiveDays: s.KIANDA_POSITION_ARCHIVE_DAYS,
      summaryDays: s.KIANDA_POSITION_SUMMARY_RETENTION_DAYS,
    },
    vmsSpeedUnit: s.KIANDA_VMS_SPEED_UNIT ?? 'tenths',
    aisStations: s.KIANDA_AIS_STATIONS,
    ais: aisOf(s),
    host: s.KIANDA_HOST,
    port: s.KIANDA_PORT,
    interfacesPort: s.KIANDA_INTERFACES_PORT,
    publicUrl: s.KIANDA_PUBLIC_URL ?? urlOf(s.KIANDA_HOST, s.KIANDA_PORT),
    interfacesUrl: s.KIANDA_INTERFACES_URL ?? urlOf(s.KIANDA_HOST, s.KIANDA_INTERFACES_PORT),
    trustedProxies: s.KIANDA_TRUSTED_PROXIES,
    openOrigins: s.KIANDA_OPEN_ORIGINS,
    rateLimitPerMinute: s.KIANDA_RATE_LIMIT_PER_MINUTE,
    requestTimeoutSeconds: s.KIANDA_REQUEST_TIMEOUT_SECONDS,
    metricsToken: s.KIANDA_METRICS_TOKEN,
    intakeMaxBytes: s.KIANDA_INTAKE_MAX_MEGABYTES * 1_048_576,
    diskReserveBytes: s.KIANDA_DISK_RESERVE_MEGABYTES * 1_048_576,
    featuresMemoryBytes: s.KIANDA_FEATURES_MEMORY_MEGABYTES * 1_048_576,
    spatial: spatialLimits(s),
    databaseUrl: s.KIANDA_DATABASE_URL,
    databaseReplicaUrl: s.KIANDA_DATABASE_REPLICA_URL,
    databaseMaxConnections: s.KIANDA_DATABASE_MAX_CONNECTIONS,
    storage: storageOf(s, dataDir),
    storageRegion: s.KIANDA_S3_REGION,
    administrator: { email: s.KIANDA_ADMIN_EMAIL, password: s.KIANDA_ADMIN_PASSWORD },
    secretKey: s.KIANDA_SECRET_KEY,
    backupDir: resolve(rootDir, s.KIANDA_BACKUP_DIR ?? `${dataDir}-copias`),
    backupKey: s.KIANDA_BACKUP_KEY,
    backsUpBeforeMigrating: s.KIANDA_UPGRADE_BACKUP !== 'off',
    walArchive: walArchiveOf(s, mode),
    machine: `${process.platform}-${process.arch}`,
    oidc: oidcOf(s),
    twoStepRoles: s.KIANDA_TWO_STEP_ROLES.filter((role) => role !== 'nenhum'),
    twoStepGraceDays: s.KIANDA_TWO_STEP_GRACE_DAYS,
    operator: { name: s.KIANDA_OPERATOR_NAME, supportEmail: s.KIANDA_SUPPORT_EMAIL },
    statusPublic: s.KIANDA_STATUS_PUBLIC === 'true',
    models: modelSettings(s, mode),
    assistantModel: assistantModelOf(s),
    smtp: smtpOf(s),
    log: {
      level: s.KIANDA_LOG_LEVEL ?? defaultLogLevel(mode),
      pretty: (s.KIANDA_LOG_FORMAT ?? (mode === 'demo' ? 'pretty' : 'json')) === 'pretty',
    },
    allowedPrivateHosts: s.KIANDA_ALLOWED_PRIVATE_HOSTS,
    copernicusAccount: copernicusAccountOf(s),
    oceanApiUrls: s.KIANDA_OCEAN_API_URLS,
    services: mapIds(serviceIds, (id) => named[serviceVariable(id)] ?? null),
    serviceCredentials: mapIds(serviceIds, (id) =>
      present(serviceCredentials[id], (name) => named[serviceCredentialVariable(id, name)]),
    ),
    providers: mapIds(keysOf(providerSettings), (id) => providerOf(id, named)),
  };
}

/** Log level where none is set: in a demonstration warnings and errors are enough. */
export function defaultLogLevel(mode: Mode): LogLevel {
  return mode === 'demo' ? 'warn' : 'info';
}

function storageOf(s: Settings, dataDir: string): StorageOptions {
  if (s.KIANDA_S3_BUCKET === null) return { kind: 'folder', folder: join(dataDir, 'objetos') };
  return {
    kind: 's3',
    bucket: s.KIANDA_S3_BUCKET,
    region: s.KIANDA_S3_REGION,
    endpoint: s.KIANDA_S3_ENDPOINT ?? undefined,
    accessKeyId: s.KIANDA_S3_ACCESS_KEY ?? undefined,
    secretAccessKey: s.KIANDA_S3_SECRET_KEY ?? undefined,
    forcePathStyle: s.KIANDA_S3_ENDPOINT !== null,
  };
}

const retentionOf = (s: Settings): Config['retention'] => ({
  rawPagesDays: s.KIANDA_RAW_RETENTION_DAYS,
  runsDays: s.KIANDA_RUN_RETENTION_DAYS,
  jobsDays: s.KIANDA_JOB_RETENTION_DAYS,
});

function aisOf(s: Settings): Config['ais'] {
  const isOff =
    s.KIANDA_AIS_SERVERS.length === 0 && s.KIANDA_AIS_TCP_LISTEN === null && s.KIANDA_AIS_UDP_LISTEN === null;
  if (isOff) return null;
  return {
    servers: s.KIANDA_AIS_SERVERS,
    tcpListen: s.KIANDA_AIS_TCP_LISTEN,
    udpListen: s.KIANDA_AIS_UDP_LISTEN,
    allowedAddresses: s.KIANDA_AIS_ALLOWED_ADDRESSES,
  };
}

function assistantModelOf(s: Settings): Config['assistantModel'] {
  if (s.KIANDA_ASSISTANT_MODEL_URL === null || s.KIANDA_ASSISTANT_MODEL === null) return null;
  return { url: s.KIANDA_ASSISTANT_MODEL_URL, name: s.KIANDA_ASSISTANT_MODEL, key: s.KIANDA_ASSISTANT_MODEL_KEY };
}

function smtpOf(s: Settings): Config['smtp'] {
  if (s.KIANDA_SMTP_URL === null || s.KIANDA_SMTP_FROM === null) return null;
  return { url: s.KIANDA_SMTP_URL, from: s.KIANDA_SMTP_FROM };
}

function copernicusAccountOf(s: Settings): Config['copernicusAccount'] {
  if (s.KIANDA_COPERNICUS_USERNAME === null || s.KIANDA_COPERNICUS_PASSWORD === null) return null;
  return { username: s.KIANDA_COPERNICUS_USERNAME, password: s.KIANDA_COPERNICUS_PASSWORD };
}

function oidcOf(s: Settings): OidcConfig | null {
  if (s.KIANDA_OIDC_ISSUER === null || s.KIANDA_OIDC_CLIENT_ID === null) return null;
  return {
    issuer: s.KIANDA_OIDC_ISSUER,
    clientId: s.KIANDA_OIDC_CLIENT_ID,
    clientSecret: s.KIANDA_OIDC_CLIENT_SECRET,
    scopes: s.KIANDA_OIDC_SCOPES,
    name: s.KIANDA_OIDC_NAME,
    newAccountRole: s.KIANDA_OIDC_NEW_ACCOUNT_ROLE,
  };
}

function providerOf(id: ProviderId, named: NamedSettings): ProviderConfig {
  const { extraUrls, credentials } = providerSettings[id];
  return {
    baseUrl: named[providerUrlVariable(id)] ?? null,
    extraBaseUrls: present(extraUrls, (extra) => named[providerUrlVariable(id, extra)]),
    credentials: present(credentials, (credential) => named[credentialVariable(id, credential)]),
  };
}

function present(
  names: readonly string[],
  settingOf: (name: string) => string | null | undefined,
): Readonly<Record<string, string>> {
  const entries = names.map((name) => [name, settingOf(name)] as const);
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, string] => entry[1] != null));
}

function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(record) as K[];
}

function mapIds<K extends string, T>(ids: readonly K[], settingOf: (id: K) => T): Readonly<Record<K, T>> {
  return Object.fromEntries(ids.map((id) => [id, settingOf(id)])) as Record<K, T>;
}
