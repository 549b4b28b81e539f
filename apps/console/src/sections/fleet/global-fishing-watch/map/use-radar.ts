import { radarDetections } from '@kianda/contract/fleet/vessels/vessels.contract';
import { formatNumber } from '@kianda/format';
import { isoDate } from '@kianda/geo';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { usePreviousWhileLoading } from '../../../shared/resource/use-previous-while-loading.ts';
import type { LayerName, MapTime } from './map-view.ts';

/** A satellite needs days to see the whole zone: a period of a day is shown by its last week. */
const daysOf = { '24h': 7, '7d': 7, '30d': 30, '90d': 90 } as const;

/** Vessels that radar saw without AIS, over the newest days published within the period shown. */
export function useRadar(layers: ReadonlySet<LayerName>, { period, endMs }: MapTime) {
  const isOn = layers.has('radar');
  const result = usePreviousWhileLoading(
    useEndpoint(
      radarDetections,
      { query: { days: daysOf[period], until: isoDate(endMs) } },
      { refetchSeconds: 600, enabled: isOn },
    ),
  );
  const value = isOn ? result.sourced?.value : undefined;
  return { isOn, result, value, count: value === undefined ? '' : formatNumber(value.detections, { maxDecimals: 0 }) };
}
export type Radar = ReturnType<typeof useRadar>;
