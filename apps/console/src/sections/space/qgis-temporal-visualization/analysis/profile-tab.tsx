import { findProfile, listProfiles, type ProfileSummary } from '@kianda/contract/sea/ocean/sources.contract';
import { formatDate, formatNumber, formatQuantity } from '@kianda/format';
import { distanceMeters, type Position } from '@kianda/geo';
import { EmptyState, PanelFailure, SkeletonBar, usePreferences } from '@kianda/ui';
import { curveOption } from '@kianda/viz/charts/figure/options.ts';
import { useMemo } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { FigureChart } from '../../../shared/figure-chart.tsx';
import { temporalTexts } from '../texts.pt.ts';
import type { View } from '../view.ts';
import styles from './analysis.module.css';
import { PlaceForm } from './place-form.tsx';

const texts = temporalTexts.analysis;
/** Fields lie at the surface: the depth is what floats measured, of whichever variable is on the map. */
const days = 366;
const once = { refetchSeconds: 0 } as const;

/** The profile of the float nearest to the place: what the water below the surface was like. */
export function ProfileTab({ view }: { readonly view: View }) {
  const { lon, lat } = view.search;
  const list = useEndpoint(listProfiles, { query: { days, limit: 1000 } }, once);
  const place: Position | null = lon === undefined || lat === undefined ? null : [lon, lat];
  const nearest = place === null ? null : nearestTo(list.sourced?.value.profiles ?? [], place);
  return (
    <>
      <PlaceForm key={`${lon} ${lat}`} view={view} />
      <p className={styles.note}>{texts.surfaceOnly}</p>
      {place === null ? <EmptyState title={texts.noPlace} /> : null}
      {list.sourced === undefined && list.error !== null ? (
        <PanelFailure error={list.error} onRetry={list.refresh} />
      ) : null}
      {place !== null && list.sourced !== undefined && nearest === null ? (
        <EmptyState title={texts.noProfiles} />
      ) : null}
      {nearest === null ? null : <Levels key={nearest.id} {...nearest} />}
    </>
  );
}

type Near = { readonly id: string; readonly meters: number };

function nearestTo(profiles: readonly ProfileSummary[], place: Position): Near | null {
  const near = profiles.map(({ id, lon, lat }) => ({ id, meters: distanceMeters(place, [lon, lat]) }));
  return near.toSorted((a, b) => a.meters - b.meters)[0] ?? null;
}

function Levels({ id, meters }: Near) {
  const source = useEndpoint(findProfile, { params: { id } }, once);
  const profile = source.sourced?.value;
  const { timeZone } = usePreferences();
  if (profile === undefined) {
    if (source.error !== null) return <PanelFailure error={source.error} onRetry={source.refresh} />;
    return <SkeletonBar height={280} />;
  }
  const { pressureDecibar, temperatureCelsius, salinityPsu } = profile;
  const title = texts.profileOf(
    profile.platform,
    formatDate(profile.time, timeZone),
    formatQuantity(meters / 1000, 'km', { maxDecimals: 0 }),
  );
  return (
    <div className={styles.pair}>
      <Curve title={title} label={texts.temperature} pressures={pressureDecibar} values={temperatureCelsius} />
      <Curve title={title} label={texts.salinity} pressures={pressureDecibar} values={salinityPsu} />
    </div>
  );
}

type CurveProps = {
  readonly title: string;
  readonly label: string;
  readonly pressures: readonly number[];
  readonly values: readonly (number | null)[];
};

/** One quantity of a profile, the surface on top. */
function Curve({ title, label, pressures, values }: CurveProps) {
  const points = useMemo(
    () =>
      pressures.flatMap((pressure, index) => {
        const value = values[index];
        return value == null ? [] : [{ x: value, y: pressure }];
      }),
    [pressures, values],
  );
  const option = useMemo(
    () => curveOption({ points, xLabel: label, yLabel: texts.depth, isDownward: true }),
    [points, label],
  );
  const marks = useMemo(
    () =>
      points.map(({ x, y }) => ({
        label: formatQuantity(y, 'dbar', { maxDecimals: 0 }),
        value: formatNumber(x, { maxDecimals: 2 }),
      })),
    [points],
  );
  return (
    <FigureChart
      title={`${title}: ${label}`}
      source={title}
      marks={marks}
      columns={[texts.depth, label]}
      rows={points.map(({ x, y }) => [y, x])}
      option={option}
      height={320}
    />
  );
}
