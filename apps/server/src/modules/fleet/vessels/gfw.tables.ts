import type { VesselEventRecord } from '@kianda/connectors';

export type GfwEventRow = {
  id: string;
  type: VesselEventRecord['type'];
  start_at: Date;
  end_at: Date | null;
  lon: number;
  lat: number;
  vessel: VesselEventRecord['vessel'];
  other: VesselEventRecord['other'];
  details: VesselEventRecord['details'];
  connector_id: string;
  stream_id: string;
  run_id: string;
  retrieved_at: Date;
  simulated_seed: number | null;
};

export type GfwTestRow = {
  dataset: string;
  tested_dataset: string;
  accessible: boolean;
  access_level: 'none' | 'limited' | 'full';
  status_code: number | null;
  error: string | null;
  tested_at: Date;
  simulated_seed: number | null;
};

export type GfwTables = {
  'vessels.gfw_events': GfwEventRow;
  'vessels.gfw_access_tests': GfwTestRow;
  'vessels.gfw_access_request': { single_row: boolean; submission_date: string };
};
