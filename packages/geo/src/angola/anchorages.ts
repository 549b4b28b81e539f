import type { Position } from '../position.ts';
import { ports } from './ports.ts';

/** A port of a neighbouring country that vessels of Angola's waters call at. */
export type RegionalPort = {
  readonly id: string;
  readonly name: string;
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
  readonly position: Position;
  readonly source: string;
};

const wpi = 'World Port Index';
const gfw = 'Global Fishing Watch, pipe-anchorages (média das células de fundeadouro)';

/** Ports from Gabon to Namibia, from north to south. */
export const regionalPorts: readonly RegionalPort[] = [
  { id: 'libreville', name: 'Libreville', country: 'GAB', position: [9.45, 0.383], source: wpi },
  { id: 'sao-tome', name: 'São Tomé', country: 'STP', position: [6.733, 0.35], source: wpi },
  { id: 'owendo', name: 'Owendo', country: 'GAB', position: [9.5, 0.283], source: wpi },
  { id: 'port-gentil', name: 'Port-Gentil', country: 'GAB', position: [8.8, -0.7], source: wpi },
  { id: 'gamba', name: 'Gamba', country: 'GAB', position: [10, -2.833], source: wpi },
  { id: 'pointe-noire', name: 'Pointe-Noire', country: 'COG', position: [11.833, -4.783], source: wpi },
  { id: 'djeno', name: 'Djéno', country: 'COG', position: [11.9, -4.933], source: wpi },
  { id: 'boma', name: 'Boma', country: 'COD', position: [13.048, -5.863], source: gfw },
  { id: 'banana', name: 'Banana', country: 'COD', position: [12.383, -5.983], source: wpi },
  { id: 'matadi', name: 'Matadi', country: 'COD', position: [13.45, -5.817], source: wpi },
  { id: 'walvis-bay', name: 'Walvis Bay', country: 'NAM', position: [14.5, -22.95], source: wpi },
  { id: 'luderitz', name: 'Lüderitz', country: 'NAM', position: [15.15, -26.65], source: wpi },
];

/**
 * Anchorages of large ports, whose vessels wait further from the port than the three kilometres of a visit: means of
 * the anchorage cells within two kilometres of each other (Global Fishing Watch, pipe-anchorages).
 */
// biome-ignore format: a table
const anchorages: Readonly<Record<string, readonly Position[]>> = {
  luanda: [
    [13.287, -8.748], [13.272, -8.774], [13.245, -8.753], [13.308, -8.726], [13.3, -8.699], [13.253, -8.779],
    [13.229, -8.758],
  ],
  lobito: [[13.592, -12.283], [13.593, -12.264]],
  'pointe-noire': [
    [11.795, -4.748], [11.756, -4.742], [11.838, -4.772], [11.783, -4.769], [11.737, -4.725], [11.824, -4.751],
    [11.778, -4.732], [11.764, -4.761], [11.841, -4.797], [11.794, -4.783],
  ],
  djeno: [[11.903, -4.941], [11.864, -4.941]],
  banana: [[12.353, -6.031], [12.548, -6.042]],
  matadi: [[13.432, -5.86]],
  'walvis-bay': [
    [14.472, -22.888], [14.513, -22.844], [14.471, -22.868], [14.51, -22.818], [14.493, -22.952], [14.518, -22.869],
    [14.484, -22.904], [14.486, -22.877],
  ],
  luderitz: [[15.151, -26.637], [15.14, -26.605]],
};

const callPorts = [...ports, ...regionalPorts];

/** Where vessels lie in port: the ports of Angola and of the region, and their anchorages, each by its port. */
export const portPoints: readonly { readonly id: string; readonly position: Position }[] = callPorts.flatMap(
  ({ id, position }) => [position, ...(anchorages[id] ?? [])].map((point) => ({ id, position: point })),
);

/** Names of the ports of Angola and of the region, by id. */
export const portNames: ReadonlyMap<string, string> = new Map(callPorts.map(({ id, name }) => [id, name]));
