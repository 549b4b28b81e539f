import { type Provenance, worstProvenance } from '@kianda/contract';
import {
  type MapBase,
  type MapCategory,
  mapBases,
  mapBaseTitles,
  mapOverlayTitles,
} from '@kianda/contract/open/maps/layers';
import type { MapDefinition } from '@kianda/contract/open/maps/maps.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import { suggestions } from './map-templates.texts.ts';
import { findingsOf, type NewestOf, optimize } from './map-validation.rules.ts';
import type { BaseSource } from './maps.types.ts';

type Layer = {
  readonly id: MapBase;
  readonly title: string;
  readonly newestAt: string | null;
  readonly provider: string | null;
  readonly coverage: number | null;
  readonly provenance: Provenance | null;
};

/** Points that a finding subtracts from a map's score of 100. */
const errorCost = 40;
const warningCost = 10;

export type MapLayersService = ReturnType<typeof createMapLayersService>;

/** Layers that a map may show: which have data, and what a map's choice of them is worth. */
export function createMapLayersService(baseSource: BaseSource, clock: Clock) {
  const availability = (): Promise<readonly Layer[]> =>
    Promise.all(
      mapBases.map(async (id) => {
        const found = id === 'none' ? null : await baseSource(id);
        return {
          id,
          title: mapBaseTitles[id],
          newestAt: found?.at ?? null,
          provider: found?.provider ?? null,
          coverage: found?.coverage ?? null,
          provenance: found?.provenance ?? null,
        };
      }),
    );

  const worstOf = (layers: readonly Layer[]): Provenance => {
    const known = layers.map(({ provenance }) => provenance).filter((provenance) => provenance !== null);
    return known.length === 0 ? ownProvenance(clock) : worstProvenance(known);
  };

  return {
    async bases() {
      const layers = await availability();
      return { data: { layers: layers.map(withoutProvenance) }, provenance: worstOf(layers) };
    },

    async validate(definition: MapDefinition) {
      const layers = await availability();
      const found = findingsOf(definition, newestIn(layers));
      const findings = found.map(({ level, path, message }) => ({ level, path, message }));
      const messagesOf = (wanted: 'error' | 'warning') =>
        findings.filter(({ level }) => level === wanted).map(({ message }) => message);
      const [errors, warnings] = [messagesOf('error'), messagesOf('warning')];
      const data = {
        valid: errors.length === 0,
        score: Math.max(0, 100 - errorCost * errors.length - warningCost * warnings.length),
        errors,
        warnings,
        suggestions: found
          .filter(({ mend }) => mend !== undefined)
          .map(({ path, message, level }) => ({ code: path, message, category: level })),
        findings,
      };
      return { data, provenance: worstOf(layers) };
    },

    /** Layers that suit a category; those that have data come first. */
    async suggest(category: MapCategory) {
      const layers = await availability();
      const { bases, overlays } = suggestions[category];
      const found = bases.flatMap(([id, reason]) =>
        layers.filter((layer) => layer.id === id).map((layer) => ({ ...withoutProvenance(layer), reason })),
      );
      const hasData = ({ id, newestAt }: (typeof found)[number]) => id === 'none' || newestAt !== null;
      return {
        data: {
          bases: found.toSorted((a, b) => Number(hasData(b)) - Number(hasData(a))),
          overlays: overlays.map(([id, reason]) => ({ id, title: mapOverlayTitles[id], reason })),
        },
        provenance: worstOf(layers),
      };
    },

    async optimize(definition: MapDefinition) {
      const layers = await availability();
      const { definition: config, changes } = optimize(definition, newestIn(layers));
      return { data: { config, optimizations: changes }, provenance: worstOf(layers) };
    },
  };
}

function withoutProvenance({ id, title, newestAt, provider, coverage }: Layer) {
  return { id, title, newestAt, provider, coverage };
}

function newestIn(layers: readonly Layer[]): NewestOf {
  return (base) => layers.find(({ id }) => id === base)?.newestAt ?? null;
}
