import type { Sourced } from '@kianda/contract';
import { presenceLastDay } from '@kianda/contract/fleet/vessels/vessels.contract';
import { comparedDays, comparedMeans } from '@kianda/contract/sea/ocean/compared-means';
import { formatCount, formatDate, formatDay, type NumberOptions } from '@kianda/format';
import { Tile, TileGrid, type TilePoint, usePreferences } from '@kianda/ui';
import { IconDroplet, IconMapPins, IconShip, IconTemperature } from '@tabler/icons-react';
import { orReason } from '../../../shared/sourced.ts';
import type { Realtime } from '../api/use-realtime.ts';
import { realtimeTexts } from '../texts.pt.ts';

const texts = realtimeTexts.tiles;
const wholeNumber: NumberOptions = { maxDecimals: 0 };

type Series = Realtime['temperature'];
type Statistic = 'mean' | 'median';

/** The four readings of the section, each with its own origin and date. */
export function LiveCards({ realtime }: { readonly realtime: Realtime }) {
  const { data, presence, temperature, chlorophyll } = realtime;
  const { timeZone } = usePreferences();
  const observed = (figure: Sourced<unknown> | undefined) =>
    figure === undefined || figure.provenance.state === 'fallback' || figure.provenance.observedAt === null
      ? undefined
      : texts.observed(formatDate(figure.provenance.observedAt, timeZone));
  const sea = orReason(data.figure('sea_temperature'), data);
  const algae = orReason(data.figure('chlorophyll'), data);
  const window = presence.sourced?.value;
  const windowNote =
    window === undefined || window.window_end === null
      ? undefined
      : texts.window(
          formatCount(window.window_hours, texts.hour, texts.hours),
          formatDay(presenceLastDay(window.window_end)),
        );
  return (
    <section aria-labelledby="leituras">
      <h2 id="leituras" className="k-visually-hidden">
        {texts.title}
      </h2>
      <TileGrid minWidth={236}>
        <Tile
          id="temperatura"
          label={texts.temperature}
          icon={<IconTemperature size={16} />}
          value={sea}
          unit="°C"
          format={{ decimals: 1 }}
          history={curve(temperature, 'mean')}
          change={weekChange(temperature, 'mean')}
          note={observed(sea)}
        />
        <Tile
          id="clorofila"
          label={texts.chlorophyll}
          icon={<IconDroplet size={16} />}
          value={algae}
          unit="mg/m³"
          format={{ decimals: 2 }}
          history={curve(chlorophyll, 'median')}
          change={weekChange(chlorophyll, 'median')}
          note={observed(algae)}
        />
        <Tile
          id="embarcacoes"
          label={texts.vessels}
          icon={<IconShip size={16} />}
          value={orReason(data.figure('active_vessels'), data)}
          format={wholeNumber}
          note={windowNote}
        />
        <Tile
          id="zonas"
          label={texts.zones}
          icon={<IconMapPins size={16} />}
          value={orReason(data.figure('active_fishing_zones'), data)}
          format={wholeNumber}
          note={windowNote}
        />
      </TileGrid>
    </section>
  );
}

function curve(series: Series, statistic: Statistic): Sourced<readonly TilePoint[]> | undefined {
  const { sourced } = series;
  if (sourced === undefined || sourced.value.points.length < 2) return undefined;
  return {
    value: sourced.value.points.map((point) => ({ at: point.time, value: point[statistic] })),
    provenance: sourced.provenance,
  };
}

/** Difference of the last days' mean to that of as many before, as the home tells it; undefined without either. */
function weekChange(series: Series, statistic: Statistic) {
  const { sourced } = series;
  if (sourced === undefined) return undefined;
  const { current, previous } = comparedMeans(sourced.value.points, statistic);
  if (current === null || previous === null) return undefined;
  return {
    value: { value: current - previous, provenance: sourced.provenance },
    label: texts.change(comparedDays),
  };
}
