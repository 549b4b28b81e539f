import type { Provenance } from '@kianda/contract';
import { presenceLagHours } from '@kianda/contract/fleet/vessels/vessels.contract';
import { formatAge, formatQuantity, UNKNOWN } from '@kianda/format';
import { Instant, Panel, ProvenanceBadge, SkeletonLines, useNow } from '@kianda/ui';
import type { ReactNode } from 'react';
import { cardSource, FallbackNote } from '../../../shared/card-source.tsx';
import type { Realtime } from '../api/use-realtime.ts';
import { realtimeTexts } from '../texts.pt.ts';
import styles from './data-lag.module.css';

const texts = realtimeTexts.lag;

/** Where each reading comes from, when it was observed and how late that is. */
export function DataLag({ data }: { readonly data: Realtime['data'] }) {
  const now = useNow(60);
  const rows = (
    [
      [texts.temperature, 'sea_temperature'],
      [texts.chlorophyll, 'chlorophyll'],
      [texts.waves, 'wave_height'],
      [texts.current, 'current_speed'],
      [texts.vessels, 'active_vessels'],
    ] as const
  ).map(([label, path]) => ({ label, provenance: data.figure(path)?.provenance }));
  return (
    <Panel title={texts.title} source={cardSource(data)} skeleton={<SkeletonLines lines={7} />}>
      {() => (
        <>
          <FallbackNote result={data} />
          <div className={styles.scroll}>
            <table className={styles.table}>
              <caption className="k-visually-hidden">{texts.caption}</caption>
              <thead>
                <tr>
                  <th scope="col">{texts.figure}</th>
                  <th scope="col">{texts.source}</th>
                  <th scope="col">{texts.observed}</th>
                  <th scope="col" className={styles.end}>
                    {texts.age}
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ label, provenance }) => (
                  <tr key={label}>
                    <th scope="row">{label}</th>
                    <td>
                      <Source provenance={provenance} />
                    </td>
                    <td>
                      {when(provenance, (at) => (
                        <Instant at={at} />
                      ))}
                    </td>
                    <td className={styles.end}>{when(provenance, (at) => formatAge(now - Date.parse(at)))}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <ul className={styles.notes}>
            <li>{texts.satellite}</li>
            <li>{texts.presence(formatQuantity(presenceLagHours, 'h'))}</li>
            <li>
              {texts.attribution}{' '}
              <a href="https://globalfishingwatch.org" target="_blank" rel="noreferrer">
                {texts.attributionLink}
              </a>
            </li>
          </ul>
        </>
      )}
    </Panel>
  );
}

function Source({ provenance }: { readonly provenance: Provenance | undefined }) {
  if (provenance === undefined) return UNKNOWN;
  return (
    <span className={styles.source}>
      <ProvenanceBadge provenance={provenance} compact />
      {provenance.state === 'fallback' ? UNKNOWN : provenance.source}
    </span>
  );
}

function when(provenance: Provenance | undefined, say: (at: string) => ReactNode): ReactNode {
  if (provenance === undefined || provenance.state === 'fallback' || provenance.observedAt === null) return UNKNOWN;
  return say(provenance.observedAt);
}
