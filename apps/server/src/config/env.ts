import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import '../platform/issue-texts.ts';
import { StartupError } from '../platform/process/startup-error.ts';
import type { Config, Environment } from './config.ts';
import { contradictions, serviceContradictions } from './contradictions.ts';
import {
  aisOf,
  assistantModelOf,
  copernicusAccountOf,
  defaultLogLevel,
  modelSettings,
  oidcOf,
  present,
  providerOf,
  retentionOf,
  smtpOf,
  spatialLimits,
  storageOf,
  walArchiveOf,
} from './parts.ts';
import {
  type NamedSettings,
  namedSettingsSchema,
  providerSettings,
  type Settings,
  serviceCredentials,
  serviceCredentialVariable,
  serviceIds,
  serviceVariable,
  settingNames,
  settingsSchema,
} from './settings.ts';

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

function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(record) as K[];
}

function mapIds<K extends string, T>(ids: readonly K[], settingOf: (id: K) => T): Readonly<Record<K, T>> {
  return Object.fromEntries(ids.map((id) => [id, settingOf(id)])) as Record<K, T>;
}
