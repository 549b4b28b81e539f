import type { DataOf } from '@kianda/contract';
import {
  type MapBase,
  type MapOverlay,
  mapBaseTitles,
  mapOverlayTitles,
  variablesOfBase,
} from '@kianda/contract/open/maps/layers';
import type { MapDefinition } from '@kianda/contract/open/maps/maps.contract';
import type { publicMap } from '@kianda/contract/open/maps/public-maps.contract';
import type { FieldVariable } from '@kianda/contract/sea/ocean/ocean.contract';

type Drawn = Exclude<MapBase, 'none'>;
export type Refused = DataOf<typeof publicMap>['refused'][number];

/** The field that a layer of particles is drawn from. */
const fieldOf: Readonly<Partial<Record<MapOverlay, Drawn>>> = { currents: 'currentSpeed', wind: 'windSpeed' };

/** Layers whose terms, or whose readers here, leave no room for strangers (docs/decisions/0008, permissions). */
const neverPublic: Readonly<Partial<Record<MapOverlay, string>>> = {
  presence: 'O Global Fishing Watch só permite uso não comercial, e aqui só a vê quem pode ver embarcações.',
  fishing: 'Traz a presença de embarcações em cada zona, que só vê quem pode ver estatísticas de pesca.',
  upwelling: 'O índice de afloramento só se calcula e mostra a quem tem conta.',
  observations: 'Cada conjunto de ocorrências tem a sua licença, e algumas não permitem redistribuir os registos.',
  internal: 'O desenho dos limites é de trabalho, sem valor jurídico: só o vê quem tem conta.',
  protected: 'O registo mundial de áreas protegidas (WDPA) não permite redistribuir os limites das áreas.',
};

export type PublicView = {
  readonly definition: MapDefinition;
  readonly refused: readonly Refused[];
  /** Titles of the layers that are left. */
  readonly shown: readonly string[];
  /** Field variables that its visitors may read. */
  readonly variables: ReadonlySet<FieldVariable>;
};

/**
 * The part of a map that needs no account. `providerOf`: who the newest field of a base comes from, null where
 * there is none; `openProviders`: those whose terms let anybody see it.
 */
export async function publicView(
  definition: MapDefinition,
  providerOf: (base: Drawn) => Promise<string | null>,
  openProviders: ReadonlySet<string>,
): Promise<PublicView> {
  const refused: Refused[] = [];
  const refusalOf = async (base: Drawn): Promise<string | null> => {
    const provider = await providerOf(base);
    if (provider === null || openProviders.has(provider)) return null;
    return `Os termos de ${provider} não permitem mostrar estes dados a quem não tem conta.`;
  };
  const overlays: Partial<Record<MapOverlay, number>> = {};
  const shown: string[] = [];
  const variables = new Set<FieldVariable>();
  let { base } = definition;
  if (base !== 'none') {
    const reason = await refusalOf(base);
    if (reason === null) {
      shown.push(mapBaseTitles[base]);
      for (const variable of variablesOfBase(base)) variables.add(variable);
    } else {
      refused.push({ layer: base, title: mapBaseTitles[base], reason });
      base = 'none';
    }
  }
  // Without a field the page's time bar follows the dates of the currents.
  if (base === 'none' && (await refusalOf('currentSpeed')) === null) variables.add('currentEast');
  for (const [layer, opacity] of Object.entries(definition.overlays) as [MapOverlay, number][]) {
    const field = fieldOf[layer];
    const reason = neverPublic[layer] ?? (field === undefined ? null : await refusalOf(field));
    if (reason !== null) {
      refused.push({ layer, title: mapOverlayTitles[layer], reason });
      continue;
    }
    overlays[layer] = opacity;
    shown.push(mapOverlayTitles[layer]);
    for (const variable of field === undefined ? [] : variablesOfBase(field)) variables.add(variable);
  }
  return { definition: { ...definition, base, overlays }, refused, shown, variables };
}
