import type { DataOf } from '@kianda/contract';
import type { ListedVessel } from '@kianda/contract/fleet/vessels/list.contract';
import { vesselTrack } from '@kianda/contract/fleet/vessels/positions.contract';
import { vesselFileAttribution as attribution } from '@kianda/contract/fleet/vessels/vessel-file';
import { formatNumber } from '@kianda/format';
import { bboxOfPositions, dayMs } from '@kianda/geo';
import { type Column, DataTable, EmptyState, Instant, PanelFailure, ProvenanceBadge, SkeletonBar } from '@kianda/ui';
import { lazy, Suspense, useMemo } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useBrowserFile } from '../api/use-browser-file.ts';
import styles from '../page.module.css';
import { vesselDialogTexts as texts } from './texts.pt.ts';
import { TrackExport } from './track-export.tsx';

const SurveillanceMap = lazy(() => import('../map/surveillance-map.tsx'));
const SpeedTrack = lazy(() => import('../map/speed-track.tsx'));
const SpeedLegend = lazy(() => import('../map/speed-legend.tsx'));

const shownMs = 7 * dayMs;
const marginDegrees = 0.15;

type Track = DataOf<typeof vesselTrack>;
type Point = Track['points'][number];

const columns: readonly Column<Point>[] = [
  { id: 'time', label: texts.time, value: ({ time }) => time, render: ({ time }) => <Instant at={time} /> },
  { id: 'lat', label: texts.latitude, value: ({ lat }) => Number(lat.toFixed(5)), align: 'end' },
  { id: 'lon', label: texts.longitude, value: ({ lon }) => Number(lon.toFixed(5)), align: 'end' },
  { id: 'speed', label: texts.speed, value: ({ speedKnots }) => speedKnots, align: 'end' },
  { id: 'course', label: texts.course, value: ({ courseDegrees }) => courseDegrees, align: 'end' },
  { id: 'sources', label: texts.sources, value: ({ sources }) => sources.join(', ') },
];

/** Where a vessel was in the seven days before it was last heard: on a map and as a list. */
export function VesselTrack({ vessel }: { readonly vessel: ListedVessel }) {
  const lastMs = Date.parse(vessel.lastTransmissionDate);
  const track = useEndpoint(
    vesselTrack,
    {
      params: { id: vessel.shipId ?? 0 },
      query: { from: new Date(lastMs - shownMs).toISOString(), to: new Date(lastMs + dayMs).toISOString() },
    },
    { refetchSeconds: 0, enabled: vessel.shipId !== null },
  );
  return (
    <section aria-label={texts.track} className={styles.stack}>
      <div className={styles.marks}>
        <h3 className={styles.subtitle}>{texts.track}</h3>
        {track.sourced !== undefined && track.sourced.value.points.length > 0 ? (
          <TrackExport track={track.sourced.value} />
        ) : null}
        {track.sourced === undefined ? null : <ProvenanceBadge provenance={track.sourced.provenance} />}
      </div>
      {vessel.shipId === null ? (
        <EmptyState title={texts.noTrack}>{texts.noTrackProvider}</EmptyState>
      ) : track.sourced !== undefined ? (
        <Drawn track={track.sourced.value} name={vessel.name ?? vessel.id} />
      ) : track.error !== null ? (
        <PanelFailure error={track.error} onRetry={track.refresh} />
      ) : (
        <SkeletonBar height={420} />
      )}
    </section>
  );
}

function Drawn({ track, name }: { readonly track: Track; readonly name: string }) {
  const { points } = track;
  const { saveTable } = useBrowserFile();
  const bounds = useMemo(() => {
    const box = bboxOfPositions(points.map(({ lon, lat }) => [lon, lat] as const));
    if (box === null) return null;
    const [west, south, east, north] = box;
    return [west - marginDegrees, south - marginDegrees, east + marginDegrees, north + marginDegrees] as const;
  }, [points]);
  if (points.length === 0) return <EmptyState title={texts.noTrack}>{texts.noTrackPoints}</EmptyState>;
  return (
    <>
      <Suspense fallback={<SkeletonBar height={420} />}>
        <SurveillanceMap label={texts.trackLabel(name)} bounds={bounds}>
          <SpeedTrack track={track} />
        </SurveillanceMap>
        <SpeedLegend />
      </Suspense>
      {track.truncated ? <p className={styles.note}>{texts.truncated}</p> : null}
      <h4 className={styles.subtitle}>{texts.points(formatNumber(track.recorded, { maxDecimals: 0 }))}</h4>
      <DataTable
        id="trajeto"
        label={texts.points(formatNumber(track.recorded, { maxDecimals: 0 }))}
        columns={columns}
        rows={points}
        rowId={({ time, lon, lat }) => `${time} ${lon} ${lat}`}
        initialSort="-time"
        height="320px"
        csvNotes={() => [['Fonte', attribution]]}
        saveCsv={saveTable}
      />
      <h4 className={styles.subtitle}>{texts.history}</h4>
      {track.identities.length < 2 ? (
        <p className={styles.note}>{texts.noHistory}</p>
      ) : (
        <ul className={styles.list}>
          {track.identities.map((identity) => (
            <li key={`${identity.source} ${identity.from} ${identity.name}`} className={styles.item}>
              <span>
                {[identity.name, identity.callsign, identity.imo, identity.flag]
                  .filter((one) => one !== null)
                  .join(' · ')}
              </span>
              <span className={styles.note}>
                {identity.source}: <Instant at={identity.from} /> – <Instant at={identity.to} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
