import type { DataOf } from '@kianda/contract';
import { configurationOf } from '@kianda/contract/open/maps/configuration';
import { type MapBase, type MapCategory, type MapOverlay, mapCategoryIds } from '@kianda/contract/open/maps/layers';
import type { MapDefinition, mapTemplates } from '@kianda/contract/open/maps/maps.contract';

type Suggested = {
  /** Id of the template made of it, its zoom on Angola's sea, and the layers without which it does not serve. */
  readonly template: { readonly id: string; readonly zoom: number; readonly requires: readonly string[] };
  readonly name: string;
  readonly description: string;
  /** By how well they serve, with why. */
  readonly bases: readonly (readonly [MapBase, string])[];
  readonly overlays: readonly (readonly [MapOverlay, string])[];
};

/** Base fields and layers that suit each category of map. */
export const suggestions: Readonly<Record<MapCategory, Suggested>> = {
  oceanographic: {
    template: { id: 'oceanographic_basic', zoom: 6, requires: ['zee_angola'] },
    name: 'Temperatura e correntes',
    description: 'O estado do mar: temperatura da superfície com as correntes por cima.',
    bases: [
      ['analysedSst', 'A temperatura separa a corrente quente de Angola da fria de Benguela.'],
      ['salinity', 'A salinidade mostra a água doce do Congo.'],
      ['currentSpeed', 'A velocidade mostra onde a corrente é mais forte.'],
    ],
    overlays: [
      ['currents', 'A direção da água.'],
      ['stations', 'O que se mede no lugar.'],
      ['zee', 'O limite das águas de Angola.'],
    ],
  },
  coastal: {
    template: { id: 'coastal_upwelling', zoom: 7, requires: ['zee_angola'] },
    name: 'Afloramento costeiro',
    description: 'Água fria que sobe junto à costa, e a clorofila que dela vive.',
    bases: [
      ['sstAnomaly', 'Água mais fria do que o costume é o sinal do afloramento.'],
      ['chlorophyll', 'A clorofila cresce dias depois.'],
      ['windSpeed', 'É o vento ao longo da costa que o provoca.'],
    ],
    overlays: [
      ['wind', 'O vento do sul afasta a água da costa.'],
      ['zee', 'O limite das águas de Angola.'],
      ['ports', 'Pontos de referência na costa.'],
    ],
  },
  fisheries: {
    template: { id: 'fisheries_management', zoom: 7, requires: ['fishing_zones', 'ports'] },
    name: 'Pesca e produtividade',
    description: 'Onde há alimento, onde se pode pescar e onde andam as embarcações.',
    bases: [
      ['chlorophyll', 'A clorofila indica onde há alimento.'],
      ['analysedSst', 'Cada espécie tem a sua temperatura.'],
    ],
    overlays: [
      ['fishing', 'As zonas de pesca.'],
      ['presence', 'Onde as embarcações passaram mais tempo.'],
      ['protected', 'Onde não se pode pescar.'],
      ['ports', 'De onde saem e aonde descarregam.'],
      ['zee', 'O limite das águas de Angola.'],
    ],
  },
  biodiversity: {
    template: { id: 'biodiversity_protected_areas', zoom: 6, requires: ['protected_areas'] },
    name: 'Áreas protegidas e pressão',
    description: 'As áreas protegidas e a presença de embarcações junto delas.',
    bases: [
      ['none', 'Sem campo, as áreas veem-se melhor.'],
      ['chlorophyll', 'A produtividade que as áreas guardam.'],
    ],
    overlays: [
      ['protected', 'As áreas e os seus limites.'],
      ['presence', 'A pressão das embarcações.'],
      ['zee', 'O limite das águas de Angola.'],
    ],
  },
  administrative: {
    template: { id: 'administrative_navigation', zoom: 6, requires: ['ports', 'zee_angola'] },
    name: 'Vento e correntes',
    description: 'Vento e portos, para quem sai para o mar.',
    bases: [
      ['windSpeed', 'A força do vento.'],
      ['currentSpeed', 'A força da corrente.'],
    ],
    overlays: [
      ['wind', 'A direção do vento.'],
      ['ports', 'Os portos de abrigo.'],
      ['zee', 'O limite das águas de Angola.'],
    ],
  },
  scientific: {
    template: { id: 'scientific_stations', zoom: 6, requires: ['stations'] },
    name: 'Rede de observação',
    description: 'As estações e o campo que elas confirmam.',
    bases: [
      ['analysedSst', 'O campo com que as estações se comparam.'],
      ['none', 'Sem campo, as estações veem-se melhor.'],
    ],
    overlays: [
      ['stations', 'As estações e as suas leituras.'],
      ['ports', 'Pontos de referência na costa.'],
      ['zee', 'O limite das águas de Angola.'],
    ],
  },
};

/** A map to begin with: the layers that serve best. */
function definitionOf({ bases, overlays, template }: Suggested): MapDefinition {
  return {
    base: bases[0]?.[0] ?? 'none',
    baseOpacity: 1,
    fitted: false,
    overlays: Object.fromEntries(overlays.map(([id]) => [id, id === 'presence' ? 0.85 : 1])),
    moment: null,
    camera: { lat: -12.5, lon: 13.5, zoom: template.zoom },
  };
}

/** One template for each category. */
export function templates(): DataOf<typeof mapTemplates>['templates'] {
  return mapCategoryIds.map((category) => {
    const { name, description, template } = suggestions[category];
    const definition = definitionOf(suggestions[category]);
    const { id, requires } = template;
    return {
      id,
      name,
      description,
      category,
      definition,
      configuration: configurationOf(definition),
      requires: [...requires],
    };
  });
}
