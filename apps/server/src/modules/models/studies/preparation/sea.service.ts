import { createCache } from '../../../../platform/cache/cache.ts';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { OceanClimate } from '../../../sea/ocean/index.ts';
import { type Environment, environmentOf, readEnvironmentFields, zeeCells } from '../../models/index.ts';

const minuteMs = 60_000;
/** The usual sea, and that of a season or two. */
const heldSeas = 4;

/** The usual sea, or that of some months, and the cells of the ZEE where its variables are known. */
export type SeaOf = { readonly environment: Environment; readonly cells: ReturnType<typeof zeeCells> };

/** Reads the sea; many steps of a study ask for the same. `variables`: the cells where those alone are known. */
export function createSea(climate: Pick<OceanClimate, 'climate' | 'dailyTemperature'>, clock: Clock) {
  const cache = createCache<Environment>({
    ...{ name: 'studies/sea', clock, maxEntries: heldSeas, ttlMs: 5 * minuteMs, maxStaleMs: 10 * minuteMs },
  });
  return async function read(variables?: readonly string[], months: readonly number[] = []): Promise<SeaOf> {
    const { value } = await cache.get(months.join(' '), async () =>
      environmentOf(await readEnvironmentFields({ climate: (variable) => climate.climate(variable, months) })),
    );
    const environment = variables === undefined ? value : only(value, variables);
    return { environment, cells: zeeCells(environment) };
  };
}

export type Sea = ReturnType<typeof createSea>;

/** The same sea by some of its variables. */
function only(environment: Environment, variables: readonly string[]): Environment {
  return {
    ...environment,
    columnsAt: (positions) => environment.columnsAt(positions).filter(({ name }) => variables.includes(name)),
  };
}
