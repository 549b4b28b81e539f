import { expect, test } from 'vitest';
import { loadConfig } from './env.ts';
import { liveConfig } from './live.ts';

test('what counts at once is read anew each time; the rest stays as the process began with it', () => {
  const values = new Map<string, string>();
  const config = loadConfig({ KIANDA_DATA_DIR: '/tmp/kianda', KIANDA_OPERATOR_NAME: 'Instituto' });
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
    twoStep: live.twoStepRoles,
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
    twoStep: twoStepRoles,
  });
  values.set('KIANDA_RAW_RETENTION_DAYS', '7');
  values.set('KIANDA_LOG_RETENTION_DAYS', '3');
  values.set('KIANDA_USAGE', 'off');
  values.set('KIANDA_INTAKE_MAX_MEGABYTES', '2');
  values.set('KIANDA_TWO_STEP_ROLES', 'nenhum');
  expect(seen()).toMatchObject({ raw: 7, logs: 3, usage: [false, 400], intake: 2_097_152, twoStep: [] });
  expect(live.operator.name).toBe('Instituto');
});
