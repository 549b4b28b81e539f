import type { Config } from './config.ts';
import { settingsSchema } from './settings.ts';

type Read = <K extends keyof typeof settingsSchema.shape>(
  name: K,
) => ReturnType<(typeof settingsSchema.shape)[K]['parse']>;

/**
 * The configuration of a process whose administrators change settings while it runs. Settings that `describe.ts` marks as
 * immediate are read anew at each access; the others keep the values of the start. A copy (a spread, a destructuring)
 * keeps the values it was made with.
 */
export function liveConfig(config: Config, effective: (name: string) => string | null): Config {
  const read: Read = (name) =>
    settingsSchema.shape[name].parse(effective(name) ?? undefined) as ReturnType<
      (typeof settingsSchema.shape)[typeof name]['parse']
    >;
  return {
    ...config,
    ...retentions(read),
    usage: {
      get enabled() {
        return read('KIANDA_USAGE') !== 'off';
      },
      get retentionDays() {
        return read('KIANDA_USAGE_RETENTION_DAYS');
      },
    },
    operator: {
      get name() {
        return read('KIANDA_OPERATOR_NAME');
      },
      get supportEmail() {
        return read('KIANDA_SUPPORT_EMAIL');
      },
    },
    oidc: config.oidc === null ? null : liveOidc(config.oidc, read),
    get logRetentionDays() {
      return read('KIANDA_LOG_RETENTION_DAYS');
    },
    get intakeMaxBytes() {
      return read('KIANDA_INTAKE_MAX_MEGABYTES') * 1_048_576;
    },
    get diskReserveBytes() {
      return read('KIANDA_DISK_RESERVE_MEGABYTES') * 1_048_576;
    },
    get twoStepRoles() {
      return read('KIANDA_TWO_STEP_ROLES').filter((role) => role !== 'nenhum');
    },
    get twoStepGraceDays() {
      return read('KIANDA_TWO_STEP_GRACE_DAYS');
    },
    get reportRetentionDays() {
      return read('KIANDA_REPORT_RETENTION_DAYS');
    },
    get rateLimitPerMinute() {
      return read('KIANDA_RATE_LIMIT_PER_MINUTE');
    },
    get requestTimeoutSeconds() {
      return read('KIANDA_REQUEST_TIMEOUT_SECONDS');
    },
    get smtp() {
      // An address that the environment sets is absent from `effective`, which never reveals it.
      const url = effective('KIANDA_SMTP_URL') ?? config.smtp?.url ?? null;
      const from = read('KIANDA_SMTP_FROM');
      return url === null || from === null ? null : { url, from };
    },
    log: {
      get level() {
        return read('KIANDA_LOG_LEVEL') ?? config.log.level;
      },
      pretty: config.log.pretty,
    },
  };
}

function retentions(read: Read): Pick<Config, 'retention' | 'positions'> {
  return {
    retention: {
      get rawPagesDays() {
        return read('KIANDA_RAW_RETENTION_DAYS');
      },
      get runsDays() {
        return read('KIANDA_RUN_RETENTION_DAYS');
      },
      get jobsDays() {
        return read('KIANDA_JOB_RETENTION_DAYS');
      },
    },
    positions: {
      get positionDays() {
        return read('KIANDA_POSITION_RETENTION_DAYS');
      },
      get archiveDays() {
        return read('KIANDA_POSITION_ARCHIVE_DAYS');
      },
      get summaryDays() {
        return read('KIANDA_POSITION_SUMMARY_RETENTION_DAYS');
      },
    },
  };
}

function liveOidc(oidc: NonNullable<Config['oidc']>, read: Read): NonNullable<Config['oidc']> {
  return {
    ...oidc,
    get name() {
      return read('KIANDA_OIDC_NAME');
    },
    get newAccountRole() {
      return read('KIANDA_OIDC_NEW_ACCOUNT_ROLE');
    },
  };
}
