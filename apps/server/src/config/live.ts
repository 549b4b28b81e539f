import type { Config } from './env.ts';
import { settingsSchema } from './settings.ts';

type Read = <K extends keyof typeof settingsSchema.shape>(
  name: K,
) => ReturnType<(typeof settingsSchema.shape)[K]['parse']>;

/**
 * The configuration of a process whose administrators change settings while it runs: those that `describe.ts` says count
 * at once are read anew each time somebody looks, the others stay as the process began with them. Whoever copies one out
 * of it (a spread, a destructuring) has it as it was then.
 */
export function liveConfig(config: Config, effective: (name: string) => string | null): Config {
  const read: Read = (name) =>
    settingsSchema.shape[name].parse(effective(name) ?? undefined) as ReturnType<
      (typeof settingsSchema.shape)[typeof name]['parse']
    >;
  return {
    ...config,
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
      get summaryDays() {
        return read('KIANDA_POSITION_SUMMARY_RETENTION_DAYS');
      },
    },
    usage: {
      get enabled() {
        return read('KIANDA_USAGE') !== 'off';
      },
      get retentionDays() {
        return read('KIANDA_USAGE_RETENTION_DAYS');
      },
    },
    get logRetentionDays() {
      return read('KIANDA_LOG_RETENTION_DAYS');
    },
    get intakeMaxBytes() {
      return read('KIANDA_INTAKE_MAX_MEGABYTES') * 1_048_576;
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
    operator: {
      get name() {
        return read('KIANDA_OPERATOR_NAME');
      },
      get supportEmail() {
        return read('KIANDA_SUPPORT_EMAIL');
      },
    },
    oidc:
      config.oidc === null
        ? null
        : {
            ...config.oidc,
            get name() {
              return read('KIANDA_OIDC_NAME');
            },
            get newAccountRole() {
              return read('KIANDA_OIDC_NEW_ACCOUNT_ROLE');
            },
          },
    get smtp() {
      // One that the environment sets is told to nobody, not even here.
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
