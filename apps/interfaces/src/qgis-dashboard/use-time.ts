import { useEffect, useMemo } from 'react';
import { useOceanFields } from '../ocean-map/use-ocean-fields.ts';
import { initialView, type ViewState } from '../ocean-map/view-state.ts';
import type { ChangeQgis, QgisState } from './state.ts';

export type Time = ReturnType<typeof useTime>;

/** The dates of the period, of all that the variable has, and the one shown. */
export function useTime(state: QgisState, change: ChangeQgis, fromMs: number) {
  const view = useMemo<ViewState>(() => {
    const at = Date.parse(state.data);
    const { currents, wind } = initialView.overlays;
    return {
      ...initialView,
      base: state.variavel,
      momentMs: Number.isFinite(at) ? at : null,
      overlays: { ...initialView.overlays, currents: { ...currents, on: false }, wind: { ...wind, on: false } },
    };
  }, [state.variavel, state.data]);
  const fields = useOceanFields(view, (part) => {
    const { momentMs } = typeof part === 'function' ? part(view) : part;
    change({ data: momentMs == null ? '' : new Date(momentMs).toISOString() });
  });
  const { setFramesPerSecond } = fields.playback;
  useEffect(() => setFramesPerSecond(Number(state.velocidade)), [state.velocidade, setFramesPerSecond]);
  // Playing goes round in what the variable has; the bar shows the period.
  const skipped = fields.moments.findIndex(({ ms }) => ms >= fromMs);
  const first = skipped === -1 ? fields.moments.length : skipped;
  const moments = fields.moments.slice(first);
  const index = Math.max(0, fields.index - first);
  return {
    fields,
    moments,
    index,
    show: (at: number) => fields.show(first + ((at + moments.length) % Math.max(1, moments.length))),
  };
}
