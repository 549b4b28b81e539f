import type { DataOf } from '@kianda/contract';
import type { realtimeData } from '@kianda/contract/sea/ocean/ocean.contract';

/** Samples of the sea of Angola for when neither server nor copy answers: shown as examples, never as figures. */
export const realtimeFallback: DataOf<typeof realtimeData> = {
  sea_temperature: 19.8,
  chlorophyll: 8,
  wave_height: 1.8,
  current_speed: 0.5,
  active_vessels: 47,
  active_fishing_zones: 8,
  monitoring_stations: 47,
};
