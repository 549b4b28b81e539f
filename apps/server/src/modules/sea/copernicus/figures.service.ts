import type { Provenance, Sourced } from '@kianda/contract';
import { angolaMarineDefaults, type FigureDetail } from '@kianda/contract/sea/ocean/copernicus.contract';
import { type FieldVariable, fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { type OceanService, zeeCellCount } from '../ocean/index.ts';

type FigureName = 'temperature' | 'salinity' | 'chlorophyll' | 'current_speed';
export type Figure = { readonly value: number; readonly detail: FigureDetail };

/** Connectors whose fields a model computes, whatever the dataset. */
const modelConnectors: readonly string[] = ['cds-era5', 'open-meteo-marine'];

/** The four ocean parameters over the ZEE, each with its origin; a default is marked as one. */
export async function oceanFigures(ocean: OceanService): Promise<Readonly<Record<FigureName, Figure>>> {
  const [temperature, salinity, chlorophyll, current] = await Promise.all([
    ocean.zeeFigure('analysedSst', 'mean'),
    ocean.zeeFigure('salinity', 'mean'),
    // Chlorophyll is distributed log-normally: its mean is that of a few blooms.
    ocean.zeeFigure('chlorophyll', 'median'),
    ocean.current(),
  ]);
  const [a, b, c, d] = await Promise.all([
    figureOf(ocean, 'temperature', 'analysedSst', temperature),
    figureOf(ocean, 'salinity', 'salinity', salinity),
    figureOf(ocean, 'chlorophyll', 'chlorophyll', chlorophyll),
    figureOf(ocean, 'current_speed', 'currentEast', current.speed),
  ]);
  return { temperature: a, salinity: b, chlorophyll: c, current_speed: d };
}

async function figureOf(
  ocean: OceanService,
  name: FigureName,
  variable: FieldVariable,
  { value, provenance, missingReason }: Sourced<number | null>,
): Promise<Figure> {
  const { unit } = fieldVariables[variable];
  if (value === null) {
    const reason =
      missingReason ?? (provenance.state === 'fallback' ? provenance.reason : 'Sem valor na última observação.');
    return { value: angolaMarineDefaults[name], detail: defaultDetail(unit, reason) };
  }
  const slice = await ocean.newestSlice(variable);
  const row = slice?.row ?? null;
  const cells =
    row === null
      ? null
      : zeeCellCount({
          west: row.west,
          south: row.south,
          lonStepDegrees: row.lon_step_degrees,
          latStepDegrees: row.lat_step_degrees,
          columns: row.columns,
          rows: row.rows,
        });
  const isModel = row !== null && (modelConnectors.includes(row.connector_id) || /(^|_)mod_|anfc/.test(row.dataset));
  return {
    value,
    detail: {
      unit,
      origem: isModel ? 'modelo' : 'medido',
      origin: row?.connector_id ?? null,
      observed_at: observedAt(provenance),
      n_cells: row === null || cells === null ? null : Math.round(row.coverage * cells),
      provenance,
    },
  };
}

/** Detail of the default shown for a missing figure. */
export function defaultDetail(unit: string, reason: string): FigureDetail {
  const provenance: Provenance = { state: 'fallback', reason };
  return { unit, origem: 'defeito', origin: null, observed_at: null, n_cells: null, provenance };
}

export function observedAt(provenance: Provenance): string | null {
  return provenance.state === 'fallback' ? null : provenance.observedAt;
}
