import type { ModelContext } from '../models.context.ts';
import type { VersionRow } from '../models.tables.ts';
import type { Input } from '../prediction/inputs.ts';
import type { DriftRepository } from './drift.repository.ts';

/** Items of one request that are kept: a great batch is one question of many, and would drown the others. */
const mostItems = 200;

/** Notes what was asked of a version, for its drift. An answer is given although this fails. */
export function createAskedNotes(
  { platform }: Pick<ModelContext, 'platform'>,
  drift: Pick<DriftRepository, 'addAsked'>,
) {
  return (row: Pick<VersionRow, 'model_type' | 'version'>, inputs: readonly (readonly Input[])[]): Promise<void> => {
    const step = Math.max(1, Math.ceil(inputs.length / mostItems));
    // One of each few, drawn: every second item of a calendar would be every second month.
    const kept = Array.from({ length: Math.ceil(inputs.length / step) }, (_, part) => {
      const size = Math.min(step, inputs.length - part * step);
      return inputs[part * step + Math.floor(platform.random() * size)] ?? [];
    });
    const items = kept.map((item) => item.map(({ value }) => (Number.isFinite(value) ? value : null)));
    const { model_type, version } = row;
    const at = new Date(platform.clock.nowMs());
    return drift.addAsked({ model_type, version, at, items: JSON.stringify(items) }).catch((error: unknown) => {
      platform.log.warn({ err: error, modelType: model_type, version }, 'as perguntas a um modelo não se guardaram');
    });
  };
}
