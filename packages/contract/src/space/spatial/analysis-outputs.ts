import type { InputRole } from './analysis-inputs.ts';
import type { AnalysisType } from './analysis-types.ts';

/** A layer that a kind of analysis gives. */
export type AnalysisOutput = {
  readonly title: string;
  /** `vector`: points, lines or areas, as the inputs have them. */
  readonly geometry: 'point' | 'line' | 'polygon' | 'vector' | 'raster';
  /** Given only where the parameter has one of these values. */
  readonly only?: { readonly parameter: string; readonly values: readonly string[] };
};

/** Layers of each kind in the order in which a result has them, by their ids. */
export const analysisOutputs = {
  buffer: { buffers: { title: 'Zonas tampão', geometry: 'polygon' } },
  connectivity: {
    links: { title: 'Ligações', geometry: 'line' },
    habitats: { title: 'Habitats', geometry: 'vector' },
  },
  hotspots: {
    hotspots: { title: 'Hotspots', geometry: 'point' },
    places: { title: 'Lugares analisados', geometry: 'point' },
  },
  corridors: {
    corridors: { title: 'Corredores', geometry: 'line' },
    swath: { title: 'Custo acima do mínimo', geometry: 'raster' },
    currents: {
      title: 'Corrente do circuito',
      geometry: 'raster',
      only: { parameter: 'algorithm', values: ['circuit'] },
    },
  },
  mcda: {
    suitability: { title: 'Aptidão', geometry: 'raster' },
    best: { title: 'Os melhores lugares', geometry: 'polygon' },
  },
  proximity: {
    nearest: {
      title: 'O mais próximo',
      geometry: 'point',
      only: { parameter: 'output', values: ['nearest', 'both'] },
    },
    distance: {
      title: 'Distância ao mais próximo',
      geometry: 'raster',
      only: { parameter: 'output', values: ['raster', 'both'] },
    },
  },
  interpolation: {
    value: { title: 'Valor esperado', geometry: 'raster' },
    variance: {
      title: 'Variância do erro',
      geometry: 'raster',
      only: { parameter: 'interpolator', values: ['kriging'] },
    },
  },
  density: { density: { title: 'Densidade', geometry: 'raster' } },
  clusters: { points: { title: 'Pontos por grupo', geometry: 'point' } },
  contours: { contours: { title: 'Isolinhas', geometry: 'polygon' } },
  zonal_statistics: { zones: { title: 'Números por zona', geometry: 'polygon' } },
  voronoi: { cells: { title: 'Polígonos de Voronoi', geometry: 'polygon' } },
  drift: {
    ends: { title: 'Onde chegam', geometry: 'point' },
    tracks: { title: 'Percursos', geometry: 'line' },
  },
} as const satisfies Record<AnalysisType, Readonly<Record<string, AnalysisOutput>>>;

/** Layers that a kind gives with these parameters, by their ids. */
export function outputsOf(
  type: AnalysisType,
  parameters: Readonly<Record<string, unknown>>,
): readonly (readonly [id: string, output: AnalysisOutput])[] {
  const all: readonly (readonly [string, AnalysisOutput])[] = Object.entries(analysisOutputs[type]);
  return all.filter(([, { only }]) => only === undefined || only.values.includes(String(parameters[only.parameter])));
}

/** Whether a layer may be what an input asks for. */
export function fitsRole({ geometry }: Pick<AnalysisOutput, 'geometry'>, role: Pick<InputRole, 'geometry'>): boolean {
  if (role.geometry === 'raster' || geometry === 'raster') return role.geometry === geometry;
  if (role.geometry === 'any' || geometry === 'vector') return true;
  return role.geometry === 'area' ? geometry === 'polygon' : geometry === role.geometry;
}
