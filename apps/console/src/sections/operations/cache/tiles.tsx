import type { DataOf } from '@kianda/contract';
import type { cacheStats } from '@kianda/contract/operations/caches/caches.contract';
import { formatBytes, formatNumber } from '@kianda/format';
import { Tile, TileGrid } from '@kianda/ui';
import type { EndpointResult } from '../../../client/use-endpoint.ts';
import { orReason, pick } from '../../shared/sourced.ts';
import { cacheTexts } from './texts.pt.ts';

type Stats = DataOf<typeof cacheStats>;

const texts = cacheTexts.tiles;
const wholeNumber = (value: number) => formatNumber(value, { maxDecimals: 0 });
const bytes = (value: number | string) => formatBytes(Number(value));

/** The caches of this process in five figures. */
export function CacheTiles({ result }: { readonly result: EndpointResult<Stats> }) {
  const known = result.sourced?.value;
  const of = <T,>(select: (stats: Stats) => T, reason?: string) => orReason(pick(result, select, reason), result);
  return (
    <TileGrid minWidth={200}>
      <Tile
        id="acerto"
        label={texts.hitRate}
        unit="%"
        value={of(({ totals }) => totals.hitRate, texts.noRequests)}
        format={{ maxDecimals: 1 }}
        note={
          known === undefined
            ? undefined
            : texts.requests(wholeNumber(known.totals.hits), wholeNumber(known.totals.hits + known.totals.misses))
        }
      />
      <Tile
        id="entradas"
        label={texts.entries}
        value={of(({ totals }) => totals.entries)}
        format={{ maxDecimals: 0 }}
        note={known === undefined ? undefined : texts.inCaches(wholeNumber(known.caches.length))}
      />
      <Tile
        id="memoria"
        label={texts.memory}
        unit="B"
        value={of(({ totals }) => totals.bytes)}
        display={bytes}
        note={known === undefined ? undefined : texts.ofHeap(formatBytes(known.memory.heapUsedBytes))}
      />
      <Tile
        id="despejos"
        label={texts.evictions}
        value={of(({ totals }) => totals.evictions)}
        format={{ maxDecimals: 0 }}
        note={texts.evictionsNote}
      />
      <Tile
        id="base-de-dados"
        label={texts.database}
        unit="%"
        value={of(({ database }) => database.hitRate, texts.noDatabase)}
        format={{ maxDecimals: 1 }}
        note={
          known === undefined || known.database.sharedBuffersBytes === null
            ? undefined
            : texts.buffers(formatBytes(known.database.sharedBuffersBytes))
        }
      />
    </TileGrid>
  );
}
