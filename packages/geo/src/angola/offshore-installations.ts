import type { Position, Ring } from '../position.ts';
import { destination } from '../sphere.ts';

/** An installation of the oil industry at sea, and where it is published to be. */
export type OffshoreInstallation = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'fso' | 'monoboia';
  readonly position: Position;
  /** Length of one unit of the position's last digit, metres. */
  readonly resolutionMeters: number;
  readonly source: string;
  readonly note: string;
};

/** Greatest breadth of the safety zone around an installation, metres: UNCLOS, article 60(5). */
export const safetyZoneMeters = 500;

const portGuide =
  'Guide to Port Entry (findaport.com), terminal da Palanca; posição ao segundo de arco, datum por dizer';
const toCheck =
  'Por confirmar na carta em vigor: o guia não diz de que ano é a posição, nem se a instalação ainda lá está.';

/**
 * Installations whose position is published to better than their safety zone is wide. Positions to the minute of arc, as
 * of the World Port Index, are left out: an error of 900 m would put the zone beside its installation.
 */
export const offshoreInstallations: readonly OffshoreInstallation[] = [
  {
    id: 'palanca-fso',
    name: 'Terminal flutuante da Palanca (FSO)',
    kind: 'fso',
    position: [12 + 23 / 60 + 43 / 3600, -(6 + 58 / 60 + 7 / 3600)],
    resolutionMeters: 31,
    source: portGuide,
    note: toCheck,
  },
  {
    id: 'palanca-boia',
    name: 'Boia auxiliar de carga da Palanca (CALM)',
    kind: 'monoboia',
    position: [12 + 23 / 60 + 43 / 3600, -(6 + 56 / 60 + 57 / 3600)],
    resolutionMeters: 31,
    source: portGuide,
    note: toCheck,
  },
];

const corners = 48;

/** Closed outline of the safety zone around a place, on the sphere; counter-clockwise. */
export function safetyZone(position: Position, meters: number = safetyZoneMeters): Ring {
  const ring = Array.from({ length: corners }, (_, at) => destination(position, (-360 * at) / corners, meters));
  return [...ring, ...ring.slice(0, 1)];
}
