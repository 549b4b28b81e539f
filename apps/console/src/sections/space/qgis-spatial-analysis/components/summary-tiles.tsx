import { formatNumber, formatQuantity } from '@kianda/format';
import { Tile, TileGrid } from '@kianda/ui';
import { orReason } from '../../../shared/sourced.ts';
import { spatialTexts } from '../texts.pt.ts';
import type { Summary } from '../use-summary.ts';

const texts = spatialTexts.tiles;
const whole = { maxDecimals: 0 } as const;

/** Completed analyses, buffer zones, hotspots and corridors, of what the account may read. */
export function SummaryTiles({ summary: { spatial, stats } }: { readonly summary: Summary }) {
  const area = spatial.figure('buffer_zones.total_area')?.value ?? null;
  const index = spatial.figure('connectivity_analysis.index')?.value ?? null;
  const running = stats.figure('by_status.running')?.value ?? 0;
  return (
    <TileGrid>
      <Tile
        id="analises-concluidas"
        label={texts.completed}
        value={orReason(stats.figure('by_status.completed'), stats)}
        format={whole}
        note={running === null || running === 0 ? undefined : texts.running(formatNumber(running, whole))}
      />
      <Tile
        id="zonas-tampao"
        label={texts.buffers}
        value={orReason(spatial.figure('buffer_zones.count'), spatial)}
        format={whole}
        note={area === null ? undefined : texts.area(formatQuantity(area, 'km²', { maxDecimals: 1 }))}
      />
      <Tile
        id="hotspots"
        label={texts.hotspots}
        value={orReason(spatial.figure('hotspots_identified'), spatial)}
        format={whole}
      />
      <Tile
        id="corredores"
        label={texts.corridors}
        value={orReason(spatial.figure('ecological_corridors'), spatial)}
        format={whole}
        note={index === null ? undefined : texts.index(formatNumber(index, { decimals: 2 }))}
      />
    </TileGrid>
  );
}
