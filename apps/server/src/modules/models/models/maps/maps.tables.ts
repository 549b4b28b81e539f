import type { MapBandStatistics, ModelMap } from '@kianda/contract/models/maps/maps.contract';
import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import type { ColumnType, JSONColumnType, Selectable } from 'kysely';

/** Makings of a map, as a reader is told. */
export type MapCard = Pick<ModelMap, 'unit' | 'classes' | 'spreadKind' | 'without' | 'sources' | 'outside'>;

export type MapTables = {
  'models.maps': {
    id: string;
    model_type: ModelType;
    version: number;
    made_at: ColumnType<Date, Date, Date>;
    requested_by: string;
    seconds: number;
    cell_degrees: number;
    west: number;
    south: number;
    columns: number;
    rows: number;
    month: number | null;
    inputs: JSONColumnType<ModelMap['inputs'], string, string>;
    card: JSONColumnType<MapCard, string, string>;
    bands: JSONColumnType<MapBandStatistics[], string, string>;
    oldest_input_at: ColumnType<Date | null, Date | null, Date | null>;
    file_key: string;
    file_sha256: string;
    file_bytes: number;
    is_simulated: boolean;
  };
  'models.map_links': {
    id: string;
    map_id: string;
    /** SHA-256 of the token. */
    token_hash: Buffer;
    note: string;
    maker_id: string;
    maker_name: string;
    created_at: ColumnType<Date, Date, never>;
    expires_at: ColumnType<Date, Date, never>;
    revoked_at: ColumnType<Date | null, never, Date>;
    opens: ColumnType<number, never, number>;
    last_opened_at: ColumnType<Date | null, never, Date>;
  };
};

export type MapRow = Selectable<MapTables['models.maps']>;
