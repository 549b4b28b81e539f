import type { Sourced } from '@kianda/contract';
import { formatDuration, formatNumber, formatRelative } from '@kianda/format';
import { Tile, TileGrid, useNow, usePreferences } from '@kianda/ui';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { absenceReason } from '../../../shared/absence.ts';
import { coverageDays, type Monitoring } from '../api/use-monitoring.ts';
import { monitoringTexts } from '../texts.pt.ts';

const texts = monitoringTexts.tiles;

/** Four figures: how many, how fresh, how much of the ZEE, how late. */
export function SummaryTiles({ monitoring }: { readonly monitoring: EndpointResult<Monitoring> }) {
  const { timeZone } = usePreferences();
  const now = useNow(30);
  const { sourced } = monitoring;
  const sum = sourced?.value.types.reduce((total, type) => total + type.total, 0);
  const newest = sourced?.value.types.toSorted((a, b) => (a.newestSensed < b.newestSensed ? 1 : -1))[0];
  const figure = <T,>(value: T | null | undefined): Sourced<T | null> | undefined =>
    sourced === undefined
      ? undefined
      : value === null || value === undefined
        ? { value: null, provenance: sourced.provenance, missingReason: absenceReason(sourced) ?? texts.noProducts }
        : { value, provenance: sourced.provenance };
  const hours = (value: number | string) => formatDuration(Number(value) * 3600);
  const ageHours = newest === undefined ? null : Math.max(0, (now - Date.parse(newest.newestSensed)) / 3_600_000);
  const days = sourced?.value.days.filter(({ byType }) => Object.keys(byType).length > 0).length ?? 0;
  return (
    <section aria-labelledby="resumo">
      <h2 id="resumo" className="k-visually-hidden">
        {texts.title}
      </h2>
      <TileGrid>
        <Tile
          id="produtos"
          label={texts.products}
          value={figure(sum === 0 ? null : sum)}
          format={{ maxDecimals: 0 }}
          note={sum === undefined || days === 0 ? null : texts.perDay(formatNumber(sum / days))}
          history={historyOf(sourced)}
        />
        <Tile
          id="mais-recente"
          label={texts.newest}
          value={figure(ageHours)}
          unit="h"
          display={hours}
          note={
            newest?.newestPublished == null
              ? null
              : texts.published(formatRelative(newest.newestPublished, now, timeZone))
          }
        />
        <Tile
          id="cobertura"
          label={texts.coverage}
          value={figure(shareOf(sourced))}
          unit="%"
          format={{ maxDecimals: 1 }}
          note={texts.window(`${coverageDays} dias`)}
        />
        <Tile
          id="atraso"
          label={texts.latency}
          value={figure(medianOf(sourced?.value.types.map(({ latencyHours }) => latencyHours)))}
          unit="h"
          format={{ maxDecimals: 1 }}
          note={texts.median}
        />
      </TileGrid>
    </section>
  );
}

function shareOf(sourced: Sourced<Monitoring> | undefined): number | null {
  const share = sourced?.value.coverage.share;
  return share == null ? null : 100 * share;
}

function historyOf(sourced: Sourced<Monitoring> | undefined) {
  if (sourced === undefined) return undefined;
  const value = sourced.value.days.map(({ date, byType }) => ({
    at: `${date}T00:00:00Z`,
    value: Object.keys(byType).length === 0 ? null : Object.values(byType).reduce((sum, count) => sum + count, 0),
  }));
  return { value, provenance: sourced.provenance };
}

/** Median of the medians of each type; null without one. */
function medianOf(values: readonly (number | null)[] | undefined): number | null {
  const known = (values ?? []).filter((value) => value !== null).toSorted((a, b) => a - b);
  const middle = (known.length - 1) / 2;
  const [low, high] = [known[Math.floor(middle)], known[Math.ceil(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
