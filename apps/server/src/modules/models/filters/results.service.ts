import type { FilterPoints } from '@kianda/contract/models/filters/filters.contract';
import { AppError } from '../../../platform/http/errors.ts';
import { differenceOf, isSameLattice } from './difference.rules.ts';
import type { FilterActor, FilterContext } from './filters.context.ts';
import { resultCsv, resultGeojson, resultTiff } from './filters.files.ts';
import { type FilterService, record } from './filters.service.ts';
import type { Runs } from './runs.service.ts';

/** Results of filters: points, polygons and grids of runs, what changed between two, and files. */
export function createResults(context: FilterContext, filters: Pick<FilterService, 'rowOf'>, runs: Pick<Runs, 'view'>) {
  const { repository } = context;

  async function resultOf(id: string, runId?: string) {
    await filters.rowOf(id);
    const found = await repository.result(id, runId);
    if (found !== undefined) return found;
    if (runId !== undefined)
      throw new AppError('not_found', { detail: 'Esta execução não existe, ou não tem resultado.' });
    throw new AppError('conflict', { detail: 'Este filtro ainda não tem resultado: ative-o, ou calcule-o agora.' });
  }

  return {
    async data(id: string): Promise<{ readonly points: FilterPoints; readonly isSimulated: boolean }> {
      const { result, summary } = await resultOf(id);
      return { points: result.points, isSimulated: summary?.isSimulated ?? false };
    },

    async run(id: string, runId: string) {
      const row = await resultOf(id, runId);
      const { points, regions, grid } = row.result;
      return { run: await runs.view(row), points, regions, grid };
    },

    async difference(id: string, from: string, to: string) {
      const [before, after] = [await resultOf(id, from), await resultOf(id, to)];
      if (!isSameLattice(before.result.grid, after.result.grid)) {
        throw new AppError('conflict', {
          detail: 'As duas execuções têm células de tamanho diferente: não se comparam uma a uma.',
        });
      }
      const isSameUnit = before.summary?.unit === after.summary?.unit;
      const shown = { from: await runs.view(before), to: await runs.view(after) };
      return { ...shown, ...differenceOf(before.result.grid, after.result.grid, isSameUnit) };
    },

    async csv(id: string, actor: FilterActor): Promise<Uint8Array> {
      const { result } = await resultOf(id);
      await record(context, 'data.export', { id, actor }, { format: 'csv', points: result.points.features.length });
      return Buffer.from(resultCsv(result.points));
    },

    async geojson(id: string, actor: FilterActor): Promise<Uint8Array> {
      const { result, summary } = await resultOf(id);
      await record(context, 'data.export', { id, actor }, { format: 'geojson', points: result.points.features.length });
      return Buffer.from(JSON.stringify(resultGeojson(result, summary)));
    },

    async tiff(id: string, actor: FilterActor): Promise<Uint8Array> {
      const { result, summary } = await resultOf(id);
      await record(context, 'data.export', { id, actor }, { format: 'tif', cells: result.grid.cells.length });
      return resultTiff(result, summary);
    },
  };
}

export type Results = ReturnType<typeof createResults>;
