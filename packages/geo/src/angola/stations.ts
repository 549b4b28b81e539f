import type { Position } from '../position.ts';

export type StationKind = 'coastal' | 'shelf' | 'offshore' | 'port' | 'estuary';

export type Station = {
  readonly id: string;
  readonly name: string;
  readonly kind: StationKind;
  readonly position: Position;
  /** Planned depth of the instruments in metres; null where none is planned. Not a sounding. */
  readonly depthMeters: number | null;
};

type StationRow = readonly [
  id: string,
  name: string,
  kind: StationKind,
  lon: number,
  lat: number,
  depthMeters: number | null,
];

const rows: readonly StationRow[] = [
  ['cab-01', 'Porto de Cabinda', 'port', 12.16, -5.523, 10],
  ['soy-01', 'Porto do Soyo', 'port', 12.28, -6.076, 10],
  ['abz-01', 'Ambriz', 'port', 13.08, -7.852, 10],
  ['lua-01', 'Baía de Luanda', 'port', 13.279, -8.748, 10],
  ['amb-01', 'Porto Amboim', 'port', 13.74, -10.718, 10],
  ['sum-01', 'Sumbe', 'port', 13.79, -11.2, 10],
  ['lob-01', 'Porto do Lobito', 'port', 13.592, -12.28, 10],
  ['bfa-01', 'Baía Farta', 'port', 13.2, -12.58, 10],
  ['moc-01', 'Porto de Moçâmedes', 'port', 12.1, -15.127, 10],
  ['tom-01', 'Porto de Tômbwa', 'port', 11.75, -15.803, 10],
  ['chi-01', 'Foz do Chiloango', 'estuary', 12.091, -5.2, 8],
  ['zai-01', 'Foz do Zaire (Congo)', 'estuary', 12.25, -6.1, 8],
  ['mbr-01', 'Foz do M’Bridge', 'estuary', 12.815, -7.22, 8],
  ['dan-01', 'Foz do Dande', 'estuary', 13.333, -8.47, 8],
  ['cua-01', 'Foz do Cuanza', 'estuary', 13.112, -9.35, 8],
  ['lon-01', 'Foz do Longa', 'estuary', 13.452, -10.25, 8],
  ['cat-01', 'Foz do Catumbela', 'estuary', 13.442, -12.44, 8],
  ['cun-01', 'Foz do Cunene', 'estuary', 11.724, -17.23, 8],
  ['lan-01', 'Lândana', 'coastal', 12.09, -5.25, 20],
  ['mal-01', 'Malembo', 'coastal', 12.124, -5.35, 20],
  ['nze-01', 'N’Zeto', 'coastal', 12.803, -7.26, 20],
  ['mus-01', 'Musserra', 'coastal', 12.946, -7.58, 20],
  ['cac-01', 'Cacuaco', 'coastal', 13.299, -8.72, 20],
  ['msl-01', 'Mussulo', 'coastal', 12.967, -8.98, 20],
  ['pal-01', 'Ponta das Palmeirinhas', 'coastal', 12.943, -9.08, 20],
  ['led-01', 'Cabo Ledo', 'coastal', 13.15, -9.68, 20],
  ['sbr-01', 'Cabo de São Brás', 'coastal', 13.276, -9.98, 20],
  ['egi-01', 'Egito Praia', 'coastal', 13.7, -11.95, 20],
  ['ben-01', 'Benguela', 'coastal', 13.339, -12.55, 20],
  ['ele-01', 'Baía dos Elefantes', 'coastal', 12.662, -13.22, 20],
  ['luc-01', 'Lucira', 'coastal', 12.408, -13.87, 20],
  ['btb-01', 'Bentiaba', 'coastal', 12.284, -14.27, 20],
  ['neg-01', 'Cabo Negro', 'coastal', 11.867, -15.67, 20],
  ['cab-02', 'Plataforma de Cabinda', 'shelf', 12.005, -5.5, 80],
  ['soy-02', 'Plataforma do Soyo', 'shelf', 12.161, -6.5, 80],
  ['lua-02', 'Plataforma de Luanda', 'shelf', 12.964, -8.85, 80],
  ['cua-02', 'Plataforma do Cuanza', 'shelf', 12.955, -9.5, 80],
  ['amb-02', 'Plataforma de Porto Amboim', 'shelf', 13.477, -10.72, 80],
  ['lob-02', 'Plataforma do Lobito', 'shelf', 13.544, -12.2, 80],
  ['moc-02', 'Plataforma de Moçâmedes', 'shelf', 12.018, -15.15, 80],
  ['tig-01', 'Plataforma dos Tigres', 'shelf', 11.487, -16.6, 80],
  ['soy-03', 'Largo do Soyo', 'offshore', 10.6, -6.8, null],
  ['lua-03', 'Largo de Luanda', 'offshore', 11.2, -8.8, null],
  ['lob-03', 'Largo do Lobito', 'offshore', 11.4, -12.3, null],
  ['luc-02', 'Largo da Lucira', 'offshore', 10.4, -13.9, null],
  ['moc-03', 'Largo de Moçâmedes', 'offshore', 10, -15.2, null],
  ['abf-01', 'Frente Angola–Benguela', 'offshore', 9.6, -16.4, null],
];

/**
 * The 47 monitoring points of the platform, named after real places. Their positions are the platform's own plan (some
 * kilometres off the named place, at sea), not those of an existing network of buoys.
 */
export const stations: readonly Station[] = rows.map(([id, name, kind, lon, lat, depthMeters]) => ({
  id,
  name,
  kind,
  position: [lon, lat],
  depthMeters,
}));
