import { join } from 'node:path';
import type { LogLevel } from '../platform/log/log.ts';
import type { StorageOptions } from '../platform/storage/storage.ts';
import type { Config, Mode, OidcConfig, ProviderConfig, ProviderId } from './config.ts';
import {
  credentialVariable,
  type NamedSettings,
  providerSettings,
  providerUrlVariable,
  type Settings,
} from './settings.ts';

/** Vertices that the features of a spatial analysis may have on average. */
const verticesPerFeature = 100;

/** Log level where none is set: in a demonstration warnings and errors are enough. */
export function defaultLogLevel(mode: Mode): LogLevel {
  return mode === 'demo' ? 'warn' : 'info';
}

/** A demonstration trains its first models by itself. */
export function modelSettings(s: Settings, mode: Mode): Config['models'] {
  return {
    trainsFirst: (s.KIANDA_MODELS_FIRST_TRAINING ?? (mode === 'demo' ? 'on' : 'off')) === 'on',
    allowsOwnApproval: s.KIANDA_MODELS_OWN_APPROVAL === 'true',
    foreignFileBytes: s.KIANDA_MODELS_FILE_MB * 1_048_576,
    trees: s.KIANDA_MODELS_TREES,
  };
}

export function spatialLimits(s: Settings): Config['spatial'] {
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
export function walArchiveOf(s: Settings, mode: Mode): Config['walArchive'] {
  const isOn = (s.KIANDA_WAL_ARCHIVE ?? (mode === 'production' ? 'on' : 'off')) === 'on';
  const hasWorker = s.KIANDA_DATABASE_URL === null && s.KIANDA_ROLES.includes('worker');
  return hasWorker && isOn ? { seconds: s.KIANDA_WAL_ARCHIVE_SECONDS } : null;
}

export function storageOf(s: Settings, dataDir: string): StorageOptions {
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

export const retentionOf = (s: Settings): Config['retention'] => ({
  rawPagesDays: s.KIANDA_RAW_RETENTION_DAYS,
  runsDays: s.KIANDA_RUN_RETENTION_DAYS,
  jobsDays: s.KIANDA_JOB_RETENTION_DAYS,
});

export function aisOf(s: Settings): Config['ais'] {
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

export function assistantModelOf(s: Settings): Config['assistantModel'] {
  if (s.KIANDA_ASSISTANT_MODEL_URL === null || s.KIANDA_ASSISTANT_MODEL === null) return null;
  return { url: s.KIANDA_ASSISTANT_MODEL_URL, name: s.KIANDA_ASSISTANT_MODEL, key: s.KIANDA_ASSISTANT_MODEL_KEY };
}

export function smtpOf(s: Settings): Config['smtp'] {
  if (s.KIANDA_SMTP_URL === null || s.KIANDA_SMTP_FROM === null) return null;
  return { url: s.KIANDA_SMTP_URL, from: s.KIANDA_SMTP_FROM };
}

export function copernicusAccountOf(s: Settings): Config['copernicusAccount'] {
  if (s.KIANDA_COPERNICUS_USERNAME === null || s.KIANDA_COPERNICUS_PASSWORD === null) return null;
  return { username: s.KIANDA_COPERNICUS_USERNAME, password: s.KIANDA_COPERNICUS_PASSWORD };
}

export function oidcOf(s: Settings): OidcConfig | null {
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

export function providerOf(id: ProviderId, named: NamedSettings): ProviderConfig {
  const { extraUrls, credentials } = providerSettings[id];
  return {
    baseUrl: named[providerUrlVariable(id)] ?? null,
    extraBaseUrls: present(extraUrls, (extra) => named[providerUrlVariable(id, extra)]),
    credentials: present(credentials, (credential) => named[credentialVariable(id, credential)]),
  };
}

/** Settings with these names that are set. */
export function present(
  names: readonly string[],
  settingOf: (name: string) => string | null | undefined,
): Readonly<Record<string, string>> {
  const entries = names.map((name) => [name, settingOf(name)] as const);
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, string] => entry[1] != null));
}
