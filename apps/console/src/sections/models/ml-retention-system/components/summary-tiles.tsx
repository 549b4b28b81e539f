import { formatMilliseconds, formatNumber } from '@kianda/format';
import { Tile, TileGrid } from '@kianda/ui';
import { mapFigure, orReason } from '../../../shared/sourced.ts';
import type { useMetrics } from '../api/use-retention.ts';
import { above, bandOf, below, percentText, savedText, sizeText } from '../api/words.ts';
import { retentionTexts } from '../texts.pt.ts';

const texts = retentionTexts.tiles;
const whole = { maxDecimals: 0 } as const;
const megabytesOfMuch = 1_024;

/** Hits, time, space and queries intercepted, each with its band. */
export function SummaryTiles({ metrics }: { readonly metrics: ReturnType<typeof useMetrics> }) {
  const known = metrics.sourced?.provenance.state === 'fallback' ? undefined : metrics.sourced?.value;
  const window = known === undefined ? undefined : texts.window(formatNumber(known.window_hours, whole));
  return (
    <TileGrid>
      <Tile
        id="acertos-da-cache"
        label={texts.ratio}
        value={orReason(
          mapFigure(metrics.figure('cache_hit_ratio'), (ratio) => (ratio === null ? null : ratio * 100)),
          metrics,
        )}
        unit="%"
        format={{ decimals: 1 }}
        note={
          known?.cache_hit_ratio == null
            ? window
            : `${texts.ratioBands[bandOf(known.cache_hit_ratio, [0.8, 0.6], above)]}, ${window}`
        }
      />
      <Tile
        id="tempo-de-resposta"
        label={texts.time}
        value={orReason(metrics.figure('avg_response_time_ms'), metrics)}
        unit="ms"
        format={{ maxDecimals: 1 }}
        note={known?.avg_response_time_ms == null ? window : timeNote(known)}
      />
      <Tile
        id="espaco-usado"
        label={texts.space}
        value={orReason(metrics.figure('total_size_gb'), metrics)}
        display={(gigabytes) => sizeText(Number(gigabytes) * megabytesOfMuch)}
        note={
          known === undefined
            ? undefined
            : `${texts.spaceBands[bandOf(known.total_space_mb, [megabytesOfMuch], below)]}, ${texts.quota(percentText(known.total_size_gb / known.quota_gb))}`
        }
      />
      <Tile
        id="consultas-intercetadas"
        label={texts.intercepted}
        value={orReason(metrics.figure('queries_intercepted'), metrics)}
        format={whole}
        note={known === undefined ? undefined : `${gainsText(known.performance_gains_ms)} ${window}`}
      />
    </TileGrid>
  );
}

function gainsText(ms: number | null): string {
  if (ms === null) return texts.savedUnknown;
  return ms < 0 ? texts.lost(savedText(-ms)) : texts.saved(savedText(ms));
}

type Known = NonNullable<ReturnType<typeof useMetrics>['sourced']>['value'];

function timeNote({ avg_response_time_ms: ms, response_p50_ms, response_p95_ms }: Known): string {
  const band = texts.timeBands[bandOf(ms ?? 0, [100, 300], below)];
  return `${band}, ${texts.quantiles(formatMilliseconds(response_p50_ms), formatMilliseconds(response_p95_ms))}`;
}
