import type { DebugState } from '@kianda/contract/operations/diagnostics/debug.contract';
import { formatBytes, formatMilliseconds, formatNumber } from '@kianda/format';
import { Tile, TileGrid } from '@kianda/ui';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { orReason, pick } from '../../../shared/sourced.ts';
import { debugTexts } from '../texts.pt.ts';

const texts = debugTexts.tiles;
const wholeNumber = (value: number) => formatNumber(value, { maxDecimals: 0 });

/** The process in five figures. */
export function DebugTiles({ result }: { readonly result: EndpointResult<DebugState> }) {
  const known = result.sourced?.value;
  const of = <T,>(select: (state: DebugState) => T, reason?: string) => orReason(pick(result, select, reason), result);
  return (
    <TileGrid minWidth={200}>
      <Tile
        id="ciclo"
        label={texts.loop}
        unit="ms"
        value={of(({ runtime }) => runtime.eventLoop.p99Ms, texts.noLoop)}
        format={{ maxDecimals: 1 }}
        note={known === undefined ? undefined : texts.loopNote(formatMilliseconds(known.runtime.eventLoop.maxMs))}
      />
      <Tile
        id="ocupacao"
        label={texts.busy}
        unit="%"
        value={of(({ runtime }) => runtime.eventLoop.utilization * 100)}
        format={{ maxDecimals: 1 }}
      />
      <Tile
        id="memoria"
        label={texts.heap}
        unit="B"
        value={of(({ runtime }) => runtime.heap.usedBytes)}
        display={(value) => formatBytes(Number(value))}
        note={known === undefined ? undefined : texts.heapNote(formatBytes(known.runtime.heap.limitBytes))}
      />
      <Tile
        id="ligacoes"
        label={texts.pool}
        value={of(({ runtime }) => runtime.pool.open)}
        format={{ maxDecimals: 0 }}
        note={
          known === undefined
            ? undefined
            : texts.poolNote(
                wholeNumber(known.runtime.pool.idle),
                wholeNumber(known.runtime.pool.waiting),
                wholeNumber(known.runtime.pool.max),
              )
        }
      />
      <Tile
        id="tempo-real"
        label={texts.sockets}
        value={of(({ realtime }) => realtime.connections, texts.noSockets)}
        format={{ maxDecimals: 0 }}
      />
    </TileGrid>
  );
}
