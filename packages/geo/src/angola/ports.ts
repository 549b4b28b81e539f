import type { Position } from '../position.ts';

export type Port = {
  readonly id: string;
  readonly name: string;
  readonly position: Position;
  /** UN/LOCODE where the source gives one. */
  readonly locode: string | null;
  readonly kind: 'comercial' | 'pesca' | 'energia';
  readonly source: string;
};

const anchorages = 'Global Fishing Watch, pipe-anchorages (média das células de fundeadouro)';
const wpi = 'World Port Index e enciclopédias públicas; posição do porto';
const landing = 'FAO FIRMS, locais de desembarque; posição aproximada';

/** Ports and landing places of Angola, from north to south. A vessel within 3 km is in port, beyond 4 km it has left. */
export const ports: readonly Port[] = [
  { id: 'cabinda', name: 'Cabinda', position: [12.16, -5.523], locode: null, kind: 'comercial', source: anchorages },
  { id: 'soyo', name: 'Soyo', position: [12.292, -6.076], locode: null, kind: 'comercial', source: anchorages },
  {
    id: 'angola-lng',
    name: 'Angola LNG',
    position: [12.333, -6.117],
    locode: null,
    kind: 'energia',
    source: anchorages,
  },
  { id: 'ambriz', name: 'Ambriz', position: [13.097, -7.852], locode: null, kind: 'pesca', source: landing },
  { id: 'luanda', name: 'Luanda', position: [13.279, -8.748], locode: 'AOLAD', kind: 'comercial', source: anchorages },
  { id: 'porto-amboim', name: 'Porto Amboim', position: [13.75, -10.718], locode: null, kind: 'pesca', source: wpi },
  { id: 'sumbe', name: 'Sumbe', position: [13.815, -11.2], locode: null, kind: 'pesca', source: landing },
  { id: 'lobito', name: 'Lobito', position: [13.548, -12.345], locode: 'AOLOB', kind: 'comercial', source: wpi },
  { id: 'benguela', name: 'Benguela', position: [13.385, -12.57], locode: null, kind: 'pesca', source: landing },
  { id: 'baia-farta', name: 'Baía Farta', position: [13.2, -12.6], locode: null, kind: 'pesca', source: landing },
  {
    id: 'namibe',
    name: 'Moçâmedes (Namibe)',
    position: [12.136, -15.127],
    locode: null,
    kind: 'comercial',
    source: anchorages,
  },
  { id: 'sacomar', name: 'Sacomar', position: [12.13, -15.18], locode: null, kind: 'energia', source: wpi },
  { id: 'tombwa', name: 'Tômbwa', position: [11.828, -15.803], locode: null, kind: 'pesca', source: anchorages },
];
