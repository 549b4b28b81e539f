import { expect, test } from 'vitest';
import { loadConfig } from './env.ts';
import { liveConfig } from './live.ts';

test('what counts at once is read anew each time; the rest stays as the process began with it', () => {
  const values = new Map<string, string>();
  const config = loadConfig({
    KIANDA_DATA_DIR: '/tmp/kianda',
    KIANDA_SEED: '7',
    KIANDA_OIDC_ISSUER: 'https://entrada.exemplo.ao',
    KIANDA_OIDC_CLIENT_ID: 'kianda',
  });
  const live = liveConfig(config, (name) => values.get(name) ?? null);
  const seen = () => ({
    raw: live.retention.rawPagesDays,
    runs: live.retention.runsDays,
    jobs: live.retention.jobsDays,
    logs: live.logRetentionDays,
    positions: live.positions.positionDays,
    summaries: live.positions.summaryDays,
    usage: [live.usage.enabled, live.usage.retentionDays],
    intake: live.intakeMaxBytes,
    reserve: live.diskReserveBytes,
    twoStep: [live.twoStepRoles, live.twoStepGraceDays],
    http: [live.rateLimitPerMinute, live.requestTimeoutSeconds],
    reports: live.reportRetentionDays,
    operator: [live.operator.name, live.operator.supportEmail],
    oidc: [live.oidc?.name, live.oidc?.newAccountRole],
    smtp: live.smtp,
    log: live.log.level,
  });
  const { retention, positions, usage, logRetentionDays, intakeMaxBytes, twoStepRoles } = config;
  expect(seen()).toEqual({
    raw: retention.rawPagesDays,
    runs: retention.runsDays,
    jobs: retention.jobsDays,
    logs: logRetentionDays,
    positions: positions.positionDays,
    summaries: positions.summaryDays,
    usage: [usage.enabled, usage.retentionDays],
    intake: intakeMaxBytes,
    reserve: config.diskReserveBytes,
    twoStep: [twoStepRoles, config.twoStepGraceDays],
    http: [config.rateLimitPerMinute, config.requestTimeoutSeconds],
    reports: config.reportRetentionDays,
    operator: ['Kianda', null],
    oidc: ['Conta institucional', null],
    smtp: null,
    log: 'warn',
  });
  values.set('KIANDA_RAW_RETENTION_DAYS', '7');
  values.set('KIANDA_LOG_RETENTION_DAYS', '3');
  values.set('KIANDA_USAGE', 'off');
  values.set('KIANDA_INTAKE_MAX_MEGABYTES', '2');
  values.set('KIANDA_TWO_STEP_ROLES', 'nenhum');
  values.set('KIANDA_TWO_STEP_GRACE_DAYS', '0');
  values.set('KIANDA_RATE_LIMIT_PER_MINUTE', '60');
  values.set('KIANDA_REQUEST_TIMEOUT_SECONDS', '5');
  values.set('KIANDA_REPORT_RETENTION_DAYS', '0');
  values.set('KIANDA_OPERATOR_NAME', 'Instituto');
  values.set('KIANDA_SUPPORT_EMAIL', 'apoio@exemplo.ao');
  values.set('KIANDA_OIDC_NAME', 'Conta do ministério');
  values.set('KIANDA_OIDC_NEW_ACCOUNT_ROLE', 'cliente');
  values.set('KIANDA_SMTP_URL', 'smtp://correio.exemplo.ao');
  values.set('KIANDA_LOG_LEVEL', 'debug');
  expect(seen()).toMatchObject({
    raw: 7,
    logs: 3,
    usage: [false, 400],
    intake: 2_097_152,
    twoStep: [[], 0],
    http: [60, 5],
    reports: 0,
    operator: ['Instituto', 'apoio@exemplo.ao'],
    oidc: ['Conta do ministério', 'cliente'],
    // Half a mail server is none.
    smtp: null,
    log: 'debug',
  });
  values.set('KIANDA_SMTP_FROM', 'kianda@exemplo.ao');
  expect(live.smtp).toEqual({ url: 'smtp://correio.exemplo.ao', from: 'kianda@exemplo.ao' });
  expect(live.seed).toBe(7);
});
