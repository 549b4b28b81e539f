import type { Position } from '@kianda/geo';
import { fromWkb } from '../../../platform/geometry/wkb.ts';
import { attributionsOf } from './attributions.texts.ts';
import type { LayerRow } from './geography.types.ts';
import type { LayerRepository } from './layers.repository.ts';

/** Features of a layer that are read at most: a coast has some hundreds. */
const mostFeatures = 5_000;
const everywhere = [-180, -90, 180, 90] as const;

/** A regional layer of lines, as other modules read it. */
export type RegionalLines = {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly licence: string;
  readonly updatedAt: Date | null;
  /** Null: not simulated. */
  readonly simulatedSeed: number | null;
  readonly features: readonly {
    readonly lines: readonly (readonly Position[])[];
    readonly properties: Readonly<Record<string, unknown>>;
  }[];
};

/** Lines of the regional layers: baselines, and shorelines of a date. */
export function createRegionalLines(repository: LayerRepository) {
  return {
    /** Null for an unknown layer, and for one without lines. */
    async lines(layerId: string): Promise<RegionalLines | null> {
      const layer = await repository.find(layerId);
      if (layer === undefined) return null;
      const { source, layer_id } = layer;
      const rows = await repository.features(
        { source, layerId: layer_id, box: everywhere },
        { offset: 0, limit: mostFeatures },
      );
      const features = rows.flatMap(({ geometry, properties }) => {
        const lines = linesOf(fromWkb(geometry));
        return lines.length === 0 ? [] : [{ lines, properties }];
      });
      return features.length === 0 ? null : { ...aboutOf(layer), features };
    },

    /** Ids of the layers that have one of the keywords. */
    async withKeyword(keyword: string): Promise<readonly string[]> {
      const rows = await repository.withKeyword(keyword);
      return rows.map(({ layer_id }) => layer_id);
    },
  };
}

export type RegionalLineReading = ReturnType<typeof createRegionalLines>;

function aboutOf(row: LayerRow): Omit<RegionalLines, 'features'> {
  const [credit] = attributionsOf(row.connector_id);
  return {
    ...{ id: row.layer_id, title: row.title, updatedAt: row.updated_at },
    source: credit?.citation ?? row.connector_id,
    licence: saidLicence(row.licence) ?? credit?.licence ?? 'Licença por indicar',
    simulatedSeed: row.simulated_seed === null ? null : Number(row.simulated_seed),
  };
}

/** Word of the geoportal for a licence that nobody wrote. */
const unsaid = /^not[ _]specified$/i;
const saidLicence = (licence: string | null) => (licence === null || unsaid.test(licence) ? null : licence);

function linesOf(geometry: { readonly type: string; readonly coordinates: unknown }): readonly (readonly Position[])[] {
  if (geometry.type === 'LineString') return [geometry.coordinates as Position[]];
  return geometry.type === 'MultiLineString' ? (geometry.coordinates as Position[][]) : [];
}
