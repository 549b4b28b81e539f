import type { Role as AccountRole } from '@kianda/contract';
import type { LogLevel } from '../platform/log/log.ts';
import type { StorageOptions } from '../platform/storage/storage.ts';
import type { Station } from './fields.ts';
import type { modes, providerSettings, roles, ServiceId } from './settings.ts';

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
  /** Unit of the speeds that the VMS centre writes. */
  readonly vmsSpeedUnit: 'tenths' | 'knots';
  /** AIS stations; null where none is set. */
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
  /** Language model that chooses the assistant's tools where its rules do not; null: rules alone. */
  readonly assistantModel: { readonly url: string; readonly name: string; readonly key: string | null } | null;
  /** Mail server of alerts; null: mail can't be sent. */
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
