import { linePositions } from '@kianda/contract/space/temporal/line';
import { quantityBelow } from '@kianda/contract/space/temporal/section.contract';
import { describeTemporal } from '@kianda/contract/space/temporal/temporal-variables';
import { formatInstant, formatPlainCoordinates, formatQuantity } from '@kianda/format';
import { EmptyState, SkeletonBar, usePreferences } from '@kianda/ui';
import { curveOption } from '@kianda/viz/charts/figure/options.ts';
import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { FigureChart } from '../../../shared/figure-chart.tsx';
import { temporalTexts } from '../texts.pt.ts';
import type { View } from '../view.ts';
import { type AlongPoint, valuesAlong } from './along.ts';
import styles from './analysis.module.css';
import { LineForm } from './line-form.tsx';

const texts = temporalTexts.analysis;
type Known = AlongPoint & { readonly value: number };

const SectionPart = lazy(() => import('./section/section-part.tsx'));
const planes = ['surface', 'below'] as const;
const planeData = planes.map((plane) => ({ value: plane, label: texts.planes[plane] }));

/** Along the drawn line: the field at the surface, or the water below it. */
export function TransectTab({ view }: { readonly view: View }) {
  const { search, change } = view;
  const { line, below, variable } = search;
  const set = (plane: string) =>
    change({ below: plane === 'below' ? (quantityBelow(variable) ?? 'temperature') : undefined }, { replace: true });
  return (
    <div className={styles.stack}>
      <LineForm key={line} view={view} />
      <SegmentedControl
        size="sm"
        className={styles.axis ?? ''}
        aria-label={texts.plane}
        data={planeData}
        value={below === undefined ? 'surface' : 'below'}
        onChange={set}
      />
      {line === undefined ? (
        <EmptyState title={texts.noLine} />
      ) : below === undefined ? (
        <Surface view={view} line={line} />
      ) : (
        <Suspense fallback={<SkeletonBar height={320} />}>
          <SectionPart view={view} line={line} quantity={below} />
        </Suspense>
      )}
    </div>
  );
}

/** The frame of the clock along the drawn line: it moves as the clock does. */
function Surface({ view, line }: { readonly view: View; readonly line: string }) {
  const { variable } = view.search;
  const { timeZone } = usePreferences();
  const { frame } = view.clock.frame;
  const { name, units } = describeTemporal(variable);
  const known = useMemo(() => {
    if (frame === null) return [];
    const along = valuesAlong(frame.field, linePositions(line));
    return along.filter((point): point is Known => point.value !== null);
  }, [line, frame]);
  const option = useMemo(
    () =>
      curveOption({
        points: known.map(({ distanceKm, value }) => ({ x: distanceKm, y: value })),
        ...{ xLabel: texts.lineAxis, yLabel: `${name} (${units})` },
      }),
    [known, name, units],
  );
  const marks = useMemo(
    () =>
      known.map(({ distanceKm, value }) => ({
        label: formatQuantity(distanceKm, 'km', { maxDecimals: 0 }),
        value: formatQuantity(value, units, { maxDecimals: 2 }),
      })),
    [known, units],
  );
  return (
    <>
      {known.length === 0 ? <EmptyState title={texts.noValues} /> : null}
      {known.length === 0 || frame === null ? null : (
        <FigureChart
          title={texts.transect(name, formatInstant(frame.ms, timeZone))}
          source={frame.provider}
          marks={marks}
          columns={[texts.lineAxis, texts.position, `${name} (${units})`]}
          rows={known.map(({ distanceKm, position: [lon, lat], value }) => [
            Number(distanceKm.toFixed(2)),
            formatPlainCoordinates([lon, lat]),
            value,
          ])}
          option={option}
        />
      )}
    </>
  );
}
