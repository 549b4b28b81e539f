import { roles as accountRoles } from '@kianda/contract';
import { z } from 'zod';
import {
  address,
  addresses,
  bearerSecret,
  databaseAddress,
  email,
  exactAddress,
  hostPort,
  hostPorts,
  integer,
  integerOrNever,
  list,
  networks,
  oneOf,
  origins,
  secret,
  someOf,
  stations,
  text,
  textOr,
} from './fields.ts';

/** Parts of the platform that may run as processes of their own. */
export const roles = ['api', 'worker', 'interfaces', 'simulator'] as const;
export const modes = ['demo', 'production'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export const serviceIds = ['stac', 'features', 'storage', 'monitor', 'identity', 'workflow'] as const;

/** Credentials that the operator may set for an external service, besides its address. */
export const serviceCredentials = {
  stac: ['username', 'password'],
  features: ['username', 'password'],
  storage: ['accessKey', 'secretKey'],
  monitor: ['username', 'password'],
  identity: ['realm', 'clientId', 'clientSecret'],
  workflow: [],
} as const satisfies Record<(typeof serviceIds)[number], readonly string[]>;

/**
 * Settings of each provider: further base addresses and credentials, by name. A test holds it equal to
 * the connectors, which are too heavy to load before the ports are checked.
 */
export const providerSettings = {
  'noaa-sst': { extraUrls: [], credentials: [] },
  'noaa-viirs-modis': { extraUrls: [], credentials: [] },
  obis: { extraUrls: [], credentials: [] },
  gbif: { extraUrls: [], credentials: [] },
  worms: { extraUrls: [], credentials: [] },
  cmems: { extraUrls: ['config', 'stac', 'arco'], credentials: [] },
  'cmems-bgc': { extraUrls: ['config', 'stac', 'arco'], credentials: [] },
  'noaa-etopo': { extraUrls: [], credentials: [] },
  'mod13q1-ndvi': { extraUrls: [], credentials: [] },
  argo: { extraUrls: [], credentials: [] },
  'cdse-sentinel3': { extraUrls: ['stac', 'opensearch', 'identity'], credentials: [] },
  'cds-era5': { extraUrls: ['results'], credentials: ['token'] },
  'open-meteo-marine': { extraUrls: ['forecast'], credentials: [] },
  gfw: { extraUrls: [], credentials: ['token'] },
  'protected-planet': { extraUrls: [], credentials: ['token'] },
  movebank: { extraUrls: [], credentials: ['username', 'password'] },
  'bcc-geodata': { extraUrls: [], credentials: [] },
  'slsmf-mares': { extraUrls: [], credentials: ['apiKey'] },
  'fisheries-area47': { extraUrls: [], credentials: [] },
  'angola-vms': { extraUrls: [], credentials: [] },
  'angola-ais': { extraUrls: [], credentials: [] },
  'angola-inamet': { extraUrls: [], credentials: [] },
  'angola-inipm': { extraUrls: [], credentials: [] },
} as const satisfies Record<string, { extraUrls: readonly string[]; credentials: readonly string[] }>;

/** `open-meteo-marine` → `OPEN_METEO_MARINE`, `apiKey` → `API_KEY`. */
function upper(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase();
}

/** `KIANDA_SERVICE_STAC_URL` */
export function serviceVariable(id: string): string {
  return `KIANDA_SERVICE_${upper(id)}_URL`;
}

/** `KIANDA_SERVICE_STORAGE_ACCESS_KEY` */
export function serviceCredentialVariable(id: string, credential: string): string {
  return `KIANDA_SERVICE_${upper(id)}_${upper(credential)}`;
}

/** `KIANDA_PROVIDER_CMEMS_URL`, `KIANDA_PROVIDER_CMEMS_URL_STAC` */
export function providerUrlVariable(id: string, extra?: string): string {
  return `KIANDA_PROVIDER_${upper(id)}_URL${extra === undefined ? '' : `_${upper(extra)}`}`;
}

/** `KIANDA_PROVIDER_GFW_TOKEN` */
export function credentialVariable(id: string, credential: string): string {
  return `KIANDA_PROVIDER_${upper(id)}_${upper(credential)}`;
}

const own = {
  KIANDA_DATA_DIR: text(),
  KIANDA_MODE: oneOf(modes),
  KIANDA_ROLES: someOf(roles),
  KIANDA_SEED: integer(0, 4_294_967_295, 8478),
  KIANDA_SIMULATOR_PORT: integer(0, 65_535, 0),
  KIANDA_SIMULATOR_URL: address(),
  KIANDA_RAW_RETENTION_DAYS: integer(1, 3_650, 30),
  KIANDA_RUN_RETENTION_DAYS: integer(1, 3_650, 180),
  KIANDA_JOB_RETENTION_DAYS: integer(1, 3_650, 30),
  KIANDA_HOST: textOr('127.0.0.1'),
  KIANDA_PORT: integer(0, 65_535, 3000),
  KIANDA_INTERFACES_PORT: integer(0, 65_535, 8085),
  KIANDA_PUBLIC_URL: address(),
  KIANDA_INTERFACES_URL: address(),
  KIANDA_TRUSTED_PROXIES: list(),
  KIANDA_OPEN_ORIGINS: origins(),
  KIANDA_MAP_EMBED_ORIGINS: origins([]),
  KIANDA_RATE_LIMIT_PER_MINUTE: integer(1, 10_000_000, 1000),
  KIANDA_REQUEST_TIMEOUT_SECONDS: integer(1, 3600, 30),
  KIANDA_INTAKE_MAX_MEGABYTES: integer(1, 500, 50),
  KIANDA_DISK_RESERVE_MEGABYTES: integer(128, 1_000_000, 512),
  KIANDA_FEATURES_MEMORY_MEGABYTES: integer(0, 100_000, 256),
  KIANDA_SPATIAL_MAX_FEATURES: integer(1_000, 2_000_000, 200_000),
  KIANDA_SPATIAL_MAX_CELLS: integer(10_000, 100_000_000, 4_000_000),
  KIANDA_SPATIAL_MAX_MEMORY_MEGABYTES: integer(500, 1_000_000, 2_000),
  KIANDA_SPATIAL_MAX_SECONDS: integer(30, 86_400, 1_800),
  KIANDA_SPATIAL_MAX_FILE_MEGABYTES: integer(1, 1_000, 100),
  KIANDA_SPATIAL_KEPT_DAYS: integer(0, 3_650, 90),
  KIANDA_METRICS_TOKEN: bearerSecret(16),
  KIANDA_DATABASE_URL: databaseAddress(),
  KIANDA_DATABASE_REPLICA_URL: databaseAddress(),
  KIANDA_DATABASE_MAX_CONNECTIONS: integer(2, 1000, 20),
  KIANDA_S3_BUCKET: text(),
  KIANDA_S3_REGION: textOr('us-east-1'),
  KIANDA_S3_ENDPOINT: address(),
  KIANDA_S3_ACCESS_KEY: secret(),
  KIANDA_S3_SECRET_KEY: secret(),
  KIANDA_ASSISTANT_MODEL_URL: address(),
  KIANDA_ASSISTANT_MODEL: text(),
  KIANDA_ASSISTANT_MODEL_KEY: secret(),
  KIANDA_ADMIN_EMAIL: email(),
  KIANDA_ADMIN_PASSWORD: secret(12),
  KIANDA_SECRET_KEY: secret(32),
  KIANDA_BACKUP_DIR: text(),
  KIANDA_BACKUP_KEY: secret(32),
  KIANDA_UPGRADE_BACKUP: oneOf(['on', 'off']),
  KIANDA_WAL_ARCHIVE: oneOf(['on', 'off']),
  KIANDA_WAL_ARCHIVE_SECONDS: integer(60, 3_600, 60),
  KIANDA_OIDC_ISSUER: exactAddress(),
  KIANDA_OIDC_CLIENT_ID: text(),
  KIANDA_OIDC_CLIENT_SECRET: secret(),
  KIANDA_OIDC_SCOPES: textOr('openid profile email'),
  KIANDA_OIDC_NAME: textOr('Conta institucional'),
  KIANDA_TWO_STEP_ROLES: someOf([...accountRoles, 'nenhum'], ['administrador']),
  KIANDA_TWO_STEP_GRACE_DAYS: integer(0, 90, 7),
  KIANDA_OIDC_NEW_ACCOUNT_ROLE: oneOf(accountRoles),
  KIANDA_OPERATOR_NAME: textOr('Kianda'),
  KIANDA_SUPPORT_EMAIL: email(),
  KIANDA_MODELS_FIRST_TRAINING: oneOf(['on', 'off']),
  KIANDA_MODELS_OWN_APPROVAL: oneOf(['true', 'false']),
  KIANDA_MODELS_FILE_MB: integer(1, 512, 50),
  KIANDA_MODELS_TREES: integer(10, 2_000, 200),
  KIANDA_STATUS_PUBLIC: oneOf(['true', 'false']),
  KIANDA_SMTP_URL: address('smtp', 'smtps'),
  KIANDA_SMTP_FROM: email(),
  KIANDA_COPERNICUS_USERNAME: text(),
  KIANDA_COPERNICUS_PASSWORD: secret(),
  KIANDA_OCEAN_API_URLS: addresses(),
  KIANDA_LOG_LEVEL: oneOf(logLevels),
  KIANDA_LOG_FORMAT: oneOf(['pretty', 'json']),
  KIANDA_REPORT_RETENTION_DAYS: integer(0, 3_650, 365),
  KIANDA_LOG_RETENTION_DAYS: integer(1, 3_650, 14),
  KIANDA_ALLOWED_PRIVATE_HOSTS: list(),
  KIANDA_AIS_SERVERS: hostPorts(),
  KIANDA_AIS_TCP_LISTEN: hostPort(),
  KIANDA_AIS_UDP_LISTEN: hostPort(),
  KIANDA_AIS_ALLOWED_ADDRESSES: networks(),
  KIANDA_AIS_STATIONS: stations(),
  KIANDA_VMS_SPEED_UNIT: oneOf(['tenths', 'knots']),
  KIANDA_POSITION_RETENTION_DAYS: integer(1, 36_500, 365),
  // The reception by satellite and the detection read the last weeks of every ship.
  KIANDA_POSITION_ARCHIVE_DAYS: integerOrNever(45, 36_500),
  KIANDA_POSITION_SUMMARY_RETENTION_DAYS: integer(31, 36_500, 1_825),
  KIANDA_USAGE: oneOf(['on', 'off']),
  KIANDA_USAGE_RETENTION_DAYS: integer(1, 3_650, 400),
  // Read by the tests alone; accepted here so that one environment serves both.
  KIANDA_TEST_DATABASE_URL: text(),
};

const addressFields = Object.fromEntries([
  ...serviceIds.map((id) => [serviceVariable(id), address()] as const),
  ...Object.entries(providerSettings).flatMap(([id, { extraUrls }]) => [
    [providerUrlVariable(id), address()] as const,
    ...extraUrls.map((extra) => [providerUrlVariable(id, extra), address()] as const),
  ]),
]);

const credentialFields = Object.fromEntries([
  ...Object.entries(providerSettings).flatMap(([id, { credentials }]) =>
    credentials.map((credential) => [credentialVariable(id, credential), secret()] as const),
  ),
  ...Object.entries(serviceCredentials).flatMap(([id, credentials]) =>
    credentials.map((credential) => [serviceCredentialVariable(id, credential), secret()] as const),
  ),
]);

export const settingsSchema = z.object(own);
export const namedSettingsSchema = z.object({ ...addressFields, ...credentialFields });

/** Every setting there is. */
export const settingNames: readonly string[] = [
  ...Object.keys(settingsSchema.shape),
  ...Object.keys(namedSettingsSchema.shape),
];

export type ServiceId = (typeof serviceIds)[number];
export type Settings = z.output<typeof settingsSchema>;
/** Settings whose names follow from providers and services. */
export type NamedSettings = Readonly<Record<string, string | null>>;
