import { beaconOf } from '@kianda/contract/fleet/vessels/safety.resource';
import { formatPlainInstant } from '@kianda/format';
import { dayMs } from '@kianda/geo';
import { alertKey } from '@kianda/science/vessels/alerting';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Distress } from '../../vessels/index.ts';
import type { AlertService } from '../alerts/alerts.service.ts';
import type { Violation } from './violation.ts';

/** Reports of a buffered station that are older than this are no emergency of now. */
const recentMs = dayMs;

type Beacon = Awaited<ReturnType<Distress['heard']>>[number];

/** Raises an alert for each beacon of distress in use, and renews it while it is heard. Answers how many are new. */
export async function evaluateDistress(context: {
  readonly distress: Distress;
  readonly alerts: Pick<AlertService, 'raise'>;
  readonly clock: Clock;
}): Promise<number> {
  const { distress, alerts, clock } = context;
  const heard = await distress.heard(new Date(clock.nowMs() - recentMs));
  if (heard.length === 0) return 0;
  const raised = await alerts.raise(heard.map(violationOf), new Map());
  await distress.told(heard);
  return raised;
}

function violationOf(row: Beacon): Violation {
  const mmsi = String(row.mmsi).padStart(9, '0');
  const place = row.lon === null ? ' Ainda sem posição.' : '';
  const text = row.text === null ? '' : ` Mensagem: «${row.text}».`;
  return {
    key: alertKey('distress', mmsi, null),
    rule: 'distress',
    severity: 'high',
    description: `${beaconOf(mmsi) ?? 'Sinal de socorro'} ${mmsi} ativo desde ${formatPlainInstant(row.first_at.getTime())}.${place}${text}`,
    areaId: null,
    simulated: row.simulated_seed !== null,
    cause: {
      key: `distress|${mmsi}|${row.first_at.toISOString()}`,
      vesselIds: [],
      startMs: row.first_at.getTime(),
      endMs: null,
      lastMs: row.last_at.getTime(),
      position: row.lon === null || row.lat === null ? null : [row.lon, row.lat],
    },
  };
}
