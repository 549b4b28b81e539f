import type { DataOf, Provenance, QueryOf } from '@kianda/contract';
import { worstProvenance } from '@kianda/contract';
import {
  biomassBandNames,
  biomassBands,
  type biomassGrid,
  type biomassOverview,
  type listBiomassRuns,
  type listBiomassZones,
  type qgisBiomass,
} from '@kianda/contract/space/biomass/biomass.contract';
import type { BiomassResult } from '@kianda/contract/space/biomass/biomass.schemas';
import { createCache } from '../../../platform/cache/cache.ts';
import { listPageOf, pageAnswer } from '../../../platform/db/list-query.ts';
import { packInt16 } from '../../../platform/formats/int16.ts';
import { readBands } from '../../../platform/formats/read-bands.ts';
import type { Answer } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { fieldSources } from '../../sea/ocean/index.ts';
import type { BiomassActor, BiomassContext } from './biomass.context.ts';
import type { ResultRow } from './biomass.tables.ts';
import type { Runs } from './runs.service.ts';
import { orderedZones } from './views.rules.ts';

const hourMs = 3_600_000;
/** Maps that stay in memory, decoded: three layers of 60 000 cells are 0.7 MB. */
const heldMaps = 8;

type Raster = { readonly bands: readonly Float32Array[] };

/** Answers of the calculations: the newest one, or one by its number. */
export function createBiomassService(context: BiomassContext, runs: Pick<Runs, 'view'>) {
  const { repository } = context;

  /** Throws `not_found` for a number without a result, and where there is no result at all. */
  async function resultRow(number: number | undefined): Promise<ResultRow> {
    const row = await repository.result(number);
    if (row !== undefined) return row;
    const detail = number === undefined ? await noneYet(context, runs) : `O cálculo n.º ${number} não tem resultado.`;
    throw new AppError('not_found', { detail });
  }

  return {
    async overview(number: number | undefined): Promise<Answer<DataOf<typeof biomassOverview>>> {
      const row = number === undefined ? await repository.result() : await resultRow(number);
      const newest = await repository.newest();
      const other = newest === undefined || newest.id === row?.id ? null : await runs.view(newest);
      if (row === undefined) {
        const absence = await noneYet(context, runs);
        return {
          data: { run: null, result: null, absence, newest: other },
          provenance: { state: 'fallback', reason: absence },
        };
      }
      const { result } = row;
      return {
        data: { run: await runs.view(row), result, absence: null, newest: other },
        provenance: await originOf(context, result),
      };
    },

    async summary(): Promise<Answer<DataOf<typeof qgisBiomass>>> {
      const row = await repository.result();
      if (row === undefined) {
        const absence = await noneYet(context, runs);
        const terrestrial = { total: null, unit: 't' };
        const empty = { calculation_date: null, total: null, density: null, species_distribution: {} };
        return {
          data: { terrestrial_biomass: terrestrial, marine_biomass: { total: null, unit: 't' }, ...empty },
          provenance: { state: 'fallback', reason: absence },
          missing: {
            ...{ 'terrestrial_biomass.total': absence, 'marine_biomass.total': absence },
            ...{ calculation_date: absence, total: absence, density: absence },
          },
        };
      }
      const { totals, validation, records } = row.result;
      const noLand = records.find(({ biomass_type }) => biomass_type === 'terrestrial')?.absence ?? null;
      const shares = (validation?.species ?? []).map(({ name, share }) => [name, share * 100]);
      return {
        data: {
          terrestrial_biomass: { total: totals.total_terrestrial_tons, unit: 't' },
          marine_biomass: { total: totals.total_marine_tons, unit: 't' },
          calculation_date: totals.last_calculation,
          ...{ total: totals.total_marine_tons, density: totals.avg_density_kg_ha },
          species_distribution: Object.fromEntries(shares),
        },
        provenance: await originOf(context, row.result),
        missing: noLand === null ? {} : { 'terrestrial_biomass.total': noLand },
      };
    },

    async runs(query: QueryOf<typeof listBiomassRuns>): Promise<DataOf<typeof listBiomassRuns>> {
      const { rows, total } = await repository.runs(listPageOf(query));
      return pageAnswer(await Promise.all(rows.map(runs.view)), total, query);
    },

    async zones(query: QueryOf<typeof listBiomassZones>): Promise<DataOf<typeof listBiomassZones>> {
      const { result } = await resultRow(query.run);
      const start = (query.page - 1) * query.pageSize;
      const zones = orderedZones(result.zones, query);
      return pageAnswer(zones.slice(start, start + query.pageSize), zones.length, query);
    },

    origin: async (number: number | undefined) => originOf(context, (await resultRow(number)).result),
    ...mapReads(context, resultRow),
  };
}

export type BiomassService = ReturnType<typeof createBiomassService>;

function mapReads(context: BiomassContext, resultRow: (number: number | undefined) => Promise<ResultRow>) {
  const { platform, audit } = context;
  const rasters = createCache<Raster>({
    ...{ name: 'biomass/maps', clock: platform.clock, maxEntries: heldMaps, ttlMs: hourMs, maxStaleMs: hourMs },
  });

  async function bytesOf({ file_key }: ResultRow): Promise<Uint8Array> {
    const bytes = await platform.storage.get(file_key);
    if (bytes === null) throw new AppError('not_found', { detail: 'O mapa deste cálculo não está no armazenamento.' });
    return bytes;
  }

  return {
    async grid({ run, band }: QueryOf<typeof biomassGrid>): Promise<Answer<DataOf<typeof biomassGrid>>> {
      const row = await resultRow(run);
      const { value } = await rasters.get(row.id, async () => ({ bands: await readBands(await bytesOf(row)) }));
      const values = value.bands[biomassBandNames.indexOf(band)];
      if (values === undefined) throw new AppError('not_found', { detail: 'Este mapa não tem esta camada.' });
      const { scale, offset, base64 } = packInt16(values);
      return {
        data: {
          ...{ band, unit: biomassBands[band].unit, ...row.grid },
          ...{ encoding: 'int16-base64', scale, offset, values: base64 },
        },
        provenance: await originOf(context, row.result),
      };
    },

    async file(run: number | undefined, { principal, ipAddress, userAgent }: BiomassActor) {
      const row = await resultRow(run);
      const bytes = await bytesOf(row);
      await audit.record({
        ...{ event: 'data.export', severity: 'medium', resource: `biomass/${row.id}`, ipAddress, userAgent },
        ...{ actorId: principal.accountId, actorName: principal.email, metadata: { format: 'tif' } },
      });
      return { bytes, contentType: 'image/tiff', fileName: `kianda-biomassa-${row.number}.tif` };
    },
  };
}

/** The worst origin of what a result was made of. */
async function originOf({ provenanceOf }: BiomassContext, { inputs }: BiomassResult): Promise<Provenance> {
  return worstProvenance(
    await Promise.all(
      inputs.map(({ connectorId, streamId, to, retrievedAt, simulatedSeed }) =>
        provenanceOf({
          ...{ connectorId, streamId, simulatedSeed },
          ...{ observedAtMs: Date.parse(to), retrievedAtMs: Date.parse(retrievedAt) },
        }),
      ),
    ),
  );
}

/** Why there is no result. */
async function noneYet({ repository, absenceOf, stores }: BiomassContext, runs: Pick<Runs, 'view'>): Promise<string> {
  const newest = await repository.newest();
  if (newest !== undefined) {
    const { state, error } = await runs.view(newest);
    if (state === 'queued' || state === 'running') return 'A biomassa está a ser calculada pela primeira vez.';
    if (state === 'cancelled') return 'O primeiro cálculo foi parado. Recalcule.';
    if (error !== null) return error;
  }
  if ((await stores.mark()) !== '')
    return 'A biomassa ainda não foi calculada. Recalcule, ou espere pelo próximo quarto de hora.';
  return absenceOf({
    subject: 'Sem campos de clorofila e de temperatura',
    sources: [fieldSources.chlorophyll, fieldSources.analysedSst],
  });
}
