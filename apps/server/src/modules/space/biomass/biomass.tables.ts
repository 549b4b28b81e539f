import type { BiomassResult } from '@kianda/contract/space/biomass/biomass.schemas';
import type { Grid } from '@kianda/geo';
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';

type Timestamp = ColumnType<Date, Date, Date>;

export type BiomassTables = {
  'biomass.runs': {
    id: string;
    number: number;
    days: number;
    requested_by: string;
    requested_at: Timestamp;
    ended_at: Timestamp | null;
    error: string | null;
    is_cancelled: Generated<boolean>;
    phytoplankton_tonnes: number | null;
    fish_tonnes: number | null;
    confidence: number | null;
    is_simulated: boolean | null;
    inputs_mark: string | null;
    result: JSONColumnType<BiomassResult, string, string> | null;
    file_key: string | null;
    grid: JSONColumnType<Grid, string, string> | null;
  };
};

type Row = Selectable<BiomassTables['biomass.runs']>;
/** A run without its result, that lists need not read. */
export type RunRow = Omit<Row, 'result' | 'grid'>;
export type ResultRow = Omit<Row, 'result' | 'file_key' | 'grid'> & {
  readonly result: BiomassResult;
  readonly file_key: string;
  readonly grid: Grid;
};
