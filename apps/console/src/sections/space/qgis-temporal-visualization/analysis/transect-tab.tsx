import { linePositions } from '@kianda/contract/space/temporal/temporal.contract';
import { describeTemporal } from '@kianda/contract/space/temporal/temporal-variables';
import { formatInstant, formatPlainCoordinates, formatQuantity } from '@kianda/format';
import { EmptyState, usePreferences } from '@kianda/ui';
import { curveOption } from '@kianda/viz/charts/figure/options.ts';
import { useMemo } from 'react';
import { FigureChart } from '../../../shared/figure-chart.tsx';
import { temporalTexts } from '../texts.pt.ts';
import type { View } from '../view.ts';
import { type AlongPoint, valuesAlong } from './along.ts';
import { LineForm } from './line-form.tsx';

const texts = temporalTexts.analysis;
type Known = AlongPoint & { readonly value: number };

/** The frame of the clock along the drawn line: it moves as the clock does. */
export function TransectTab({ view }: { readonly view: View }) {
  const { line, variable } = view.search;
  const { timeZone } = usePreferences();
  const { frame } = view.clock.frame;
  const { name, units } = describeTemporal(variable);
  const known = useMemo(() => {
    if (line === undefined || frame === null) return [];
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
      <LineForm key={line} view={view} />
      {line === undefined ? <EmptyState title={texts.noLine} /> : null}
      {line !== undefined && known.length === 0 ? <EmptyState title={texts.noValues} /> : null}
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
