import { hourMs, metersPerNauticalMile } from '@kianda/geo';
import {
  encounterGfw,
  encounterSkylight,
  gapGfw,
  loiteringCarrierGfw,
  loiteringGfw,
  loiteringStarboard,
} from './presets.ts';

/** Rules whose thresholds are chosen, by the class of vessel where it matters. */
export const thresholdRules = ['encounter', 'loitering', 'loitering_carrier', 'gap'] as const;
export type ThresholdRule = (typeof thresholdRules)[number];

/** Thresholds of a rule as people read and write them: hours, metres, knots, nautical miles. */
export type Thresholds = Readonly<Record<string, number>>;

export type PublishedPreset = {
  readonly id: string;
  readonly name: string;
  /** Who published it, and where. */
  readonly source: string;
  readonly values: Thresholds;
};

const encounterValues = (preset: typeof encounterGfw): Thresholds => ({
  metres: preset.maxDistanceMeters,
  hours: preset.minDurationMs / hourMs,
  knots: preset.maxMedianKnots,
});
const loiteringValues = (preset: typeof loiteringGfw): Thresholds => ({
  hours: preset.minDurationMs / hourMs,
  knots: preset.maxKnots,
  miles: preset.minShoreDistanceMeters / metersPerNauticalMile,
});

const gfwEncounters = 'Global Fishing Watch, pipe-encounters e documentação técnica dos encontros';
const gfwLoitering = 'Global Fishing Watch, pipe-loitering e documentação técnica';

const loiteringPresets: readonly PublishedPreset[] = [
  {
    id: loiteringGfw.id,
    name: 'Global Fishing Watch, todas as embarcações (4 h)',
    source: `${gfwLoitering}; quatro horas, como contam os relatórios das OROP`,
    values: loiteringValues(loiteringGfw),
  },
  {
    id: loiteringCarrierGfw.id,
    name: 'Global Fishing Watch, transportadores (1 h)',
    source: `${gfwLoitering}, navios de transporte`,
    values: loiteringValues(loiteringCarrierGfw),
  },
  {
    id: loiteringStarboard.id,
    name: 'Starboard (4 h, a qualquer distância)',
    source: 'Starboard, guia rápido: starboard.nz/quick-start',
    values: loiteringValues(loiteringStarboard),
  },
];

/** Published thresholds of each rule; the first is the one in use until a person chooses another. */
export const presetCatalogue: Readonly<Record<ThresholdRule, readonly PublishedPreset[]>> = {
  encounter: [
    {
      id: encounterGfw.id,
      name: 'Global Fishing Watch (500 m, 2 h)',
      source: gfwEncounters,
      values: encounterValues(encounterGfw),
    },
    {
      id: encounterSkylight.id,
      name: 'Skylight (250 m, 30 min)',
      source: 'Skylight, encontro normal: skylight.helpjuice.com/event-icons',
      values: encounterValues(encounterSkylight),
    },
  ],
  loitering: loiteringPresets,
  loitering_carrier: [...loiteringPresets.slice(1, 2), ...loiteringPresets.slice(0, 1), ...loiteringPresets.slice(2)],
  gap: [
    {
      id: gapGfw.id,
      name: 'Global Fishing Watch (6 h)',
      source: 'Global Fishing Watch, pipe-gaps e documentação técnica dos silêncios',
      values: { hours: gapGfw.minGapMs / hourMs },
    },
    {
      id: 'silencio-gfw-12h-1',
      name: 'Global Fishing Watch, silêncio prolongado (12 h)',
      source: 'Global Fishing Watch, pipe-gaps: limiar habitual do programa',
      values: { hours: gapGfw.intentionalMinMs / hourMs },
    },
  ],
};

/** A rule's thresholds as chosen: the preset they came from, and the values, which a person may have altered. */
export type ChosenThresholds = { readonly preset: string; readonly values: Thresholds };

/** True where the values are not those of the preset that they came from. */
export function isAltered(rule: ThresholdRule, { preset, values }: ChosenThresholds): boolean {
  const published = presetCatalogue[rule].find(({ id }) => id === preset);
  return published === undefined || Object.entries(published.values).some(([name, value]) => values[name] !== value);
}

/** Thresholds of the detectors, where some were chosen; an altered preset never goes by the name of the published one. */
export function thresholdsOf(chosen: Partial<Record<ThresholdRule, ChosenThresholds>>) {
  const idOf = (rule: ThresholdRule, one: ChosenThresholds) =>
    isAltered(rule, one) ? `${one.preset}-alterada` : one.preset;
  const { encounter, gap } = chosen;
  const loitering = (rule: 'loitering' | 'loitering_carrier') => {
    const one = chosen[rule];
    const usual = rule === 'loitering' ? loiteringGfw : loiteringCarrierGfw;
    if (one === undefined) return usual;
    const { hours = 0, knots = 0, miles = 0 } = one.values;
    return {
      ...usual,
      id: idOf(rule, one),
      minDurationMs: hours * hourMs,
      maxKnots: knots,
      minShoreDistanceMeters: miles * metersPerNauticalMile,
    };
  };
  return {
    encounter:
      encounter === undefined
        ? encounterGfw
        : {
            ...encounterGfw,
            id: idOf('encounter', encounter),
            maxDistanceMeters: encounter.values.metres ?? encounterGfw.maxDistanceMeters,
            minDurationMs: (encounter.values.hours ?? 2) * hourMs,
            // A single meeting is at most an hour long before it counts, and never longer than what is asked for.
            minRunMs: Math.min(encounterGfw.minRunMs, (encounter.values.hours ?? 2) * hourMs),
            maxMedianKnots: encounter.values.knots ?? encounterGfw.maxMedianKnots,
          },
    loitering: loitering('loitering'),
    loiteringCarrier: loitering('loitering_carrier'),
    gap: gap === undefined ? gapGfw : { ...gapGfw, id: idOf('gap', gap), minGapMs: (gap.values.hours ?? 6) * hourMs },
  };
}
export type DetectorThresholds = ReturnType<typeof thresholdsOf>;
