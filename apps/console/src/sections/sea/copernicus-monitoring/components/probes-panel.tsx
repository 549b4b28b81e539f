import { copernicusApiIds } from '@kianda/contract/sea/ocean/copernicus.contract';
import { formatMilliseconds, formatNumber } from '@kianda/format';
import { EmptyState, Panel } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { useSectionLink } from '../../../shared/use-section-link.ts';
import type { Monitoring } from '../api/use-monitoring.ts';
import styles from '../page.module.css';
import { monitoringTexts } from '../texts.pt.ts';

const texts = monitoringTexts.probes;
/** Checks that the bar has room for: as many as the server sends. */
const slots = 48;
type Probe = Monitoring['probes'][number];

/** Answers of each interface over the last checks: one mark a check, tall where it answered. */
export function ProbesPanel({ monitoring }: { readonly monitoring: EndpointResult<Monitoring> }) {
  const open = useSectionLink('copernicus-integration');
  return (
    <Panel
      id="verificacoes"
      title={texts.title}
      description={texts.description}
      source={monitoring}
      isEmpty={({ probes }) => probes.length === 0}
      empty={<EmptyState title={texts.empty} />}
      footer={
        open === undefined ? undefined : (
          <Button
            variant="subtle"
            size="compact-sm"
            rightSection={<IconArrowRight size={14} aria-hidden="true" />}
            onClick={open}
          >
            {texts.open}
          </Button>
        )
      }
    >
      {({ probes }) => (
        <ul className={styles.probes}>
          {copernicusApiIds.map((api) => (
            <ApiProbes
              key={api}
              name={texts.names[api]}
              probes={probes.filter((probe) => probe.api === api)}
              api={api}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

type RowProps = { readonly name: string; readonly api: Probe['api']; readonly probes: readonly Probe[] };

function ApiProbes({ name, api, probes }: RowProps) {
  const good = probes.filter(({ ok }) => ok);
  const times = good.map(({ responseTimeMs }) => responseTimeMs).filter((time) => time !== null);
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
  const isGone = api === 'opensearch' && probes.length > 0 && good.length === 0;
  const summary = texts.summary(name, formatNumber(good.length), formatNumber(probes.length));
  const step = 6;
  // The newest at the right, whatever the number of checks there were.
  const first = slots - probes.length;
  return (
    <li className={styles.probe}>
      <p className={styles.probeText}>
        <strong>{isGone ? name : summary}</strong>
        <span>{isGone ? texts.gone : median === undefined ? '' : texts.median(formatMilliseconds(median))}</span>
      </p>
      <svg
        role="img"
        aria-label={isGone ? `${name}: ${texts.gone}` : summary}
        viewBox={`0 0 ${slots * step} 24`}
        preserveAspectRatio="none"
        className={styles.probeBar}
      >
        {probes.map(({ at, ok }, index) => (
          <rect
            key={at}
            x={(first + index) * step + 1}
            width={step - 2}
            y={ok ? 2 : 14}
            height={ok ? 20 : 8}
            className={ok ? styles.probeGood : isGone ? styles.probeGone : styles.probeBad}
          />
        ))}
      </svg>
    </li>
  );
}
