import type { Generated } from 'kysely';

export type TrackTables = {
  'tracks.studies': {
    source: string;
    study_id: string;
    name: string;
    licence: string | null;
    citation: string | null;
    contact: string | null;
    url: string | null;
  };
  'tracks.individuals': {
    id: Generated<number>;
    source: string;
    study_id: string;
    name: string;
    sensor: string;
    taxon: string | null;
    tag: string | null;
  };
  'tracks.fixes': {
    individual_id: number;
    observed_at: Date;
    lon: number;
    lat: number;
    outlier: boolean;
    connector_id: string;
    stream_id: string;
    run_id: string;
    retrieved_at: Date;
    simulated_seed: number | null;
  };
};
