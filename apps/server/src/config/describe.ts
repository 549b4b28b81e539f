/** The settings as administrators see them, and those that may also be stored in the database. */
import type { SettingInfo } from '@kianda/contract/operations/configuration/configuration.contract';
import type { z } from 'zod';
import type { Environment, Mode } from './config.ts';
import type { FieldMeta } from './fields.ts';
import { defaultLogLevel } from './parts.ts';
import { describeSetting } from './setting-titles.ts';
import { namedSettingsSchema, settingsSchema } from './settings.ts';

/**
 * Settings that administrators may change on screen, and when a change counts: at once for those that are read where
 * they are used (`live.ts`). Not among them are settings needed before the database is open, and secrets of the platform
 * itself, which have no place in the database they protect.
 */
const changeable = {
  KIANDA_RATE_LIMIT_PER_MINUTE: 'now',
  KIANDA_STATUS_PUBLIC: 'now',
  KIANDA_MAP_EMBED_ORIGINS: 'now',
  KIANDA_REQUEST_TIMEOUT_SECONDS: 'now',
  KIANDA_INTAKE_MAX_MEGABYTES: 'now',
  KIANDA_DISK_RESERVE_MEGABYTES: 'now',
  KIANDA_OPERATOR_NAME: 'now',
  KIANDA_SUPPORT_EMAIL: 'now',
  KIANDA_RAW_RETENTION_DAYS: 'now',
  KIANDA_RUN_RETENTION_DAYS: 'now',
  KIANDA_JOB_RETENTION_DAYS: 'now',
  KIANDA_LOG_RETENTION_DAYS: 'now',
  KIANDA_POSITION_RETENTION_DAYS: 'now',
  KIANDA_POSITION_ARCHIVE_DAYS: 'now',
  KIANDA_POSITION_SUMMARY_RETENTION_DAYS: 'now',
  KIANDA_USAGE: 'now',
  KIANDA_USAGE_RETENTION_DAYS: 'now',
  KIANDA_REPORT_RETENTION_DAYS: 'now',
  KIANDA_OIDC_NAME: 'now',
  KIANDA_OIDC_NEW_ACCOUNT_ROLE: 'now',
  KIANDA_TWO_STEP_ROLES: 'now',
  KIANDA_TWO_STEP_GRACE_DAYS: 'now',
  KIANDA_LOG_LEVEL: 'now',
  KIANDA_SMTP_URL: 'now',
  KIANDA_SMTP_FROM: 'now',
  // In the policy that every page carries.
  KIANDA_OCEAN_API_URLS: 'restart',
} as const satisfies Record<string, SettingInfo['effect']>;

const effects: ReadonlyMap<string, SettingInfo['effect']> = new Map(Object.entries(changeable));
/** Settings that are stored sealed, or of no use without one that is: the start does not read them, the mailer does. */
const mailSettings: ReadonlySet<string> = new Set(['KIANDA_SMTP_URL', 'KIANDA_SMTP_FROM']);
const fields: Readonly<Record<string, z.ZodType<unknown, string | undefined>>> = {
  ...settingsSchema.shape,
  ...namedSettingsSchema.shape,
};

/** A setting as this process began with it. */
export type SettingDefinition = Omit<SettingInfo, 'stored' | 'isPending' | 'lockedBy' | 'origin'> & {
  readonly origin: 'default' | 'environment' | 'database';
  /** Whether it may be stored at all; one that the environment sets is locked all the same. */
  readonly isChangeable: boolean;
  /** Why a value is not allowed, in Portuguese; null when it is. */
  readonly refusal: (value: string) => string | null;
};

function isGiven(environment: Environment, name: string): boolean {
  return (environment[name]?.trim() ?? '') !== '';
}

const modeOf = ({ KIANDA_MODE }: Environment): Mode =>
  settingsSchema.shape.KIANDA_MODE.safeParse(KIANDA_MODE).data ?? 'demo';

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function refusalOf(name: string, value: string): string | null {
  const parsed = fields[name]?.safeParse(value);
  if (parsed === undefined) return 'definição desconhecida';
  return parsed.success ? null : parsed.error.issues.map(({ message }) => message).join('; ');
}

/** Stored settings that this version allows and the environment does not set. */
export function usableStored(
  stored: Readonly<Record<string, string>>,
  environment: Environment,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(stored).filter(
      ([name, value]) =>
        effects.has(name) && !mailSettings.has(name) && !isGiven(environment, name) && refusalOf(name, value) === null,
    ),
  );
}

/** Every setting, with its value in this process and the origin of that; secrets without their value. */
export function describeSettings(
  environment: Environment,
  stored: Readonly<Record<string, string>> = {},
): readonly SettingDefinition[] {
  const usable = usableStored(stored, environment);
  return Object.entries(fields).map(([name, schema]) => {
    const { title, group, unit } = describeSetting(name);
    const meta = (schema.meta() ?? {}) as FieldMeta;
    const kind = meta.kind ?? 'text';
    const origin = isGiven(environment, name) ? 'environment' : name in usable ? 'database' : 'default';
    const fallback = name === 'KIANDA_LOG_LEVEL' ? defaultLogLevel(modeOf(environment)) : null;
    const given = origin === 'environment' ? environment[name] : usable[name];
    // Addresses may carry a password of their own.
    const isSecret = kind === 'secret' || /DATABASE_(REPLICA_)?URL$/.test(name) || name === 'KIANDA_SMTP_URL';
    return {
      name,
      group,
      title,
      kind: isSecret ? 'secret' : kind,
      unit: unit ?? null,
      min: meta.min ?? null,
      max: meta.max ?? null,
      choices: meta.choices === undefined ? null : [...meta.choices],
      value: isSecret ? null : (textOf(schema.parse(given)) ?? fallback),
      default: isSecret ? null : (textOf(schema.parse(undefined)) ?? fallback),
      isSet: origin !== 'default',
      origin,
      effect: effects.get(name) ?? 'restart',
      isChangeable: effects.has(name),
      refusal: (value) => refusalOf(name, value),
    };
  });
}
