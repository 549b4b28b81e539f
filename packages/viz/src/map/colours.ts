import type { VesselType } from '@kianda/contract/fleet/vessels/list.contract';
import { abyss, atlantico, categoryColours, slate } from '@kianda/ui/theme/palette.ts';

export type MapScheme = 'light' | 'dark';

/** Colours of the base map and of the layers drawn over it: quiet, so that the data are the colour. */
export type MapColours = {
  readonly sea: string;
  readonly land: string;
  readonly coast: string;
  readonly border: string;
  readonly graticule: string;
  readonly landLabel: string;
  readonly seaLabel: string;
  readonly label: string;
  readonly halo: string;
  readonly zee: string;
  readonly zeeCasing: string;
  readonly port: string;
  readonly station: string;
  readonly stationRing: string;
  readonly protectedArea: string;
  readonly observation: string;
  readonly internalWaters: string;
  readonly fishing: Readonly<Record<'artesanal' | 'semi-industrial' | 'industrial', string>>;
  readonly fleet: Readonly<Record<VesselType, string>>;
};

const [blue, orange, , purple, sky, vermilion] = categoryColours;

export const mapColours: Readonly<Record<MapScheme, MapColours>> = {
  light: {
    sea: '#dbe7ee',
    land: '#eef0ee',
    coast: '#8494a0',
    border: '#c2cad0',
    graticule: 'rgba(40, 70, 95, 0.16)',
    landLabel: '#78868f',
    seaLabel: '#5f87a0',
    label: slate[9],
    halo: 'rgba(255, 255, 255, 0.9)',
    zee: atlantico[8],
    zeeCasing: 'rgba(255, 255, 255, 0.75)',
    port: slate[9],
    station: atlantico[6],
    stationRing: '#ffffff',
    protectedArea: '#00754f',
    observation: '#b03f6e',
    internalWaters: '#5a4fa3',
    fishing: { artesanal: '#a86f00', 'semi-industrial': blue, industrial: '#a84a85' },
    fleet: { fishing: blue, carrier: '#a86f00', support: '#00754f', passenger: '#a84a85', unknown: slate[8] },
  },
  dark: {
    sea: '#0c1a25',
    land: '#17242e',
    coast: '#4d6475',
    border: '#2c3f4c',
    graticule: 'rgba(190, 215, 235, 0.13)',
    landLabel: '#7b909e',
    seaLabel: '#4f7790',
    label: abyss[0],
    halo: 'rgba(8, 16, 22, 0.88)',
    zee: '#e9f6fa',
    zeeCasing: 'rgba(6, 18, 26, 0.7)',
    port: abyss[0],
    station: atlantico[3],
    stationRing: '#06131b',
    protectedArea: '#35d6a4',
    observation: '#ff9ec4',
    internalWaters: '#b8aefc',
    fishing: { artesanal: orange, 'semi-industrial': sky, industrial: purple },
    fleet: { fishing: sky, carrier: orange, support: '#35d6a4', passenger: purple, unknown: abyss[1] },
  },
};

/** Marks the place that a person picked. */
export const pickColour = vermilion;
