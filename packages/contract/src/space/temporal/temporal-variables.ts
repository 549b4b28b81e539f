import { z } from 'zod';
import type { RampName } from '../../core/ramps.ts';
import type { DerivedProductId } from '../../sea/ocean/derived.contract.ts';
import type { FieldVariable } from '../../sea/ocean/ocean.contract.ts';

/** Where the frames of a variable come from: a stored field, the speed of a flow, a derived product, or the tracks of animals. */
export type FrameSource =
  | { readonly kind: 'field'; readonly variable: FieldVariable }
  | { readonly kind: 'flow'; readonly components: readonly [east: FieldVariable, north: FieldVariable] }
  | { readonly kind: 'derived'; readonly product: DerivedProductId }
  | { readonly kind: 'tracks' };

export type TemporalVariableDescription = {
  readonly name: string;
  readonly units: string;
  /** Name of the colours in the specification. */
  readonly colourScheme: string;
  /** Step of a variable whose steps cannot be measured, for lack of frames. */
  readonly resolution: TemporalResolution;
  /** The platform's own colours of the frames. */
  readonly colours: { readonly ramp: RampName; readonly range: readonly [number, number]; readonly log: boolean };
  readonly source: FrameSource;
  /** Where its values are, and over which cells its mean is taken. */
  readonly area: 'sea' | 'land';
  /** Product with the departure from the platform's climatology; null where it has none. */
  readonly anomaly: DerivedProductId | null;
};

export const temporalResolutions = ['monthly', '16-day', 'daily', '8-day', 'hourly', 'variable'] as const;
export type TemporalResolution = (typeof temporalResolutions)[number];

/** The six variables of the temporal visualisation, in the order of their selector. */
export const temporalVariables = {
  ndvi: {
    name: 'NDVI (vegetação)',
    units: 'índice',
    colourScheme: 'RdYlGn',
    resolution: 'monthly',
    colours: { ramp: 'vegetation', range: [0, 1], log: false },
    source: { kind: 'field', variable: 'ndvi' },
    area: 'land',
    anomaly: null,
  },
  chl_a: {
    name: 'Clorofila-a',
    units: 'mg/m³',
    colourScheme: 'viridis',
    resolution: 'daily',
    colours: { ramp: 'algae', range: [0.05, 20], log: true },
    source: { kind: 'field', variable: 'chlorophyll' },
    area: 'sea',
    anomaly: 'chlorophyll-anomaly',
  },
  sst: {
    name: 'Temperatura da superfície',
    units: '°C',
    colourScheme: 'coolwarm',
    resolution: 'daily',
    colours: { ramp: 'thermal', range: [14, 30], log: false },
    source: { kind: 'field', variable: 'analysedSst' },
    area: 'sea',
    anomaly: 'sst-anomaly',
  },
  npp: {
    name: 'Produção primária líquida',
    units: 'mg C/m²/dia',
    colourScheme: 'plasma',
    resolution: '8-day',
    colours: { ramp: 'algae', range: [100, 5000], log: true },
    source: { kind: 'derived', product: 'net-primary-production' },
    area: 'sea',
    anomaly: null,
  },
  wind: {
    name: 'Vento a 10 m',
    units: 'm/s',
    colourScheme: 'wind',
    resolution: 'hourly',
    colours: { ramp: 'speed', range: [0, 14], log: false },
    source: { kind: 'flow', components: ['windEast', 'windNorth'] },
    area: 'sea',
    anomaly: null,
  },
  migration: {
    name: 'Migração animal',
    units: 'rotas',
    colourScheme: 'categorical',
    resolution: 'variable',
    colours: { ramp: 'thermal', range: [0, 10], log: false },
    source: { kind: 'tracks' },
    area: 'sea',
    anomaly: null,
  },
} as const satisfies Readonly<Record<string, TemporalVariableDescription>>;
export type TemporalVariableId = keyof typeof temporalVariables;
export const temporalVariableIds = Object.keys(temporalVariables) as [TemporalVariableId, ...TemporalVariableId[]];
export const temporalVariableSchema = z.enum(temporalVariableIds);

/** Description of a variable, in the type that all of them share. */
export const describeTemporal = (id: TemporalVariableId): TemporalVariableDescription => temporalVariables[id];

/** Speeds of the clock, in steps a second. */
export const animationSpeeds = [0.5, 1, 2, 4, 8] as const;
