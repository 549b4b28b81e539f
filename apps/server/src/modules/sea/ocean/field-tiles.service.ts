import { rampStops } from '@kianda/contract/core/ramps';
import { type FieldVariable, fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import { isInGrid, rasterTile, type TileAddress, tileTag } from '../../../platform/formats/raster-tile.ts';
import type { TaggedBytes } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { noField, type OceanContext } from './ocean.context.ts';
import type { SliceRow } from './ocean.types.ts';
import { gridOf } from './slice-grid.rules.ts';

export type TileLook = {
  readonly time?: string | undefined;
  readonly ramp?: keyof typeof rampStops | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly log?: boolean | undefined;
};

/** Tiles of the stored fields, in any colours, for maps of others. */
export function fieldTiles(context: OceanContext) {
  const { repository, fields, clock } = context;
  /** A map asks for many tiles of one field: its row is looked up once in a few seconds. */
  const rows = createCache<SliceRow | null>({
    ...{ name: 'ocean/tiles', clock, ttlMs: 5_000, maxStaleMs: 60_000, maxEntries: 200 },
  });

  return {
    /** A tile of the newest field at or before `time`, made only for who does not hold it. Throws `not_found` without one, and for a tile that there is not. */
    async fieldTile(variable: FieldVariable, address: TileAddress, look: TileLook): Promise<TaggedBytes> {
      if (!isInGrid(address)) throw new AppError('not_found', { detail: 'Não existe esse mosaico na grelha.' });
      const { label, ramp, range, log } = fieldVariables[variable];
      const at = (): Date => (look.time === undefined ? new Date(clock.nowMs()) : new Date(look.time));
      const { value: row } = await rows.get(`${variable} ${look.time ?? ''}`, async () => {
        return (await repository.sliceAt(variable, at())) ?? null;
      });
      const gone = `Não há campo de ${label} para a data pedida.`;
      if (row === null) {
        throw new AppError('not_found', { detail: look.time === undefined ? await noField(context, variable) : gone });
      }
      const scale = {
        ...{ stops: rampStops[look.ramp ?? ramp], log: look.log ?? log },
        range: [look.min ?? range[0], look.max ?? range[1]] as const,
      };
      if (!(scale.range[0] < scale.range[1]) || (scale.log && scale.range[0] <= 0)) {
        const message = `O intervalo ${scale.range.join(' a ')} não serve${scale.log ? ' numa escala logarítmica, que começa acima de zero' : ': o mínimo fica abaixo do máximo'}.`;
        throw new AppError('validation_failed', { detail: message, issues: [{ path: 'query.min', message }] });
      }
      const grid = gridOf(row);
      return {
        tag: tileTag([row.storage_key, row.content_hash, grid], scale, address),
        async make() {
          const values = await fields.read(row);
          if (values === null) throw new AppError('not_found', { detail: gone });
          return rasterTile({ grid, values }, scale, address);
        },
      };
    },
  };
}
