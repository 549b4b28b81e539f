import { z } from 'zod';
import { choiceFilter, searchFilter } from '../../core/filters.ts';
import { instantSchema } from '../../core/provenance.ts';
import { resource } from '../../core/resource.ts';

/** Stations of safety on AIS, with what people read. */
export const safetyKinds = {
  distress: 'Sinal de socorro',
  aircraft: 'Aeronave de busca e salvamento',
  text: 'Texto de segurança',
  aid: 'Ajuda à navegação',
  base: 'Estação base',
} as const;
const kindSchema = z.enum(Object.keys(safetyKinds) as [keyof typeof safetyKinds, ...(keyof typeof safetyKinds)[]]);

/** Aids to navigation by the number of their type (IALA, ITU-R M.1371-5). */
export const aidTypes: readonly string[] = [
  'Ajuda por especificar',
  'Ponto de referência',
  'RACON',
  'Estrutura fixa ao largo',
  'Boia de destroço',
  'Luz sem setores',
  'Luz com setores',
  'Luz de enfiamento anterior',
  'Luz de enfiamento posterior',
  'Baliza cardeal norte',
  'Baliza cardeal este',
  'Baliza cardeal sul',
  'Baliza cardeal oeste',
  'Baliza lateral de bombordo',
  'Baliza lateral de estibordo',
  'Baliza de canal preferido a bombordo',
  'Baliza de canal preferido a estibordo',
  'Baliza de perigo isolado',
  'Baliza de águas seguras',
  'Baliza de marca especial',
  'Boia cardeal norte',
  'Boia cardeal este',
  'Boia cardeal sul',
  'Boia cardeal oeste',
  'Boia lateral de bombordo',
  'Boia lateral de estibordo',
  'Boia de canal preferido a bombordo',
  'Boia de canal preferido a estibordo',
  'Boia de perigo isolado',
  'Boia de águas seguras',
  'Boia de marca especial',
  'Navio-farol ou grande boia',
];

/** Kinds of beacons by the first digits of their MMSI (ITU-R M.585). */
const beaconNames: Readonly<Record<string, string>> = {
  '970': 'Transponder de busca (AIS-SART)',
  '972': 'Homem ao mar (MOB)',
  '974': 'Radiobaliza (EPIRB-AIS)',
};

/** Name of the kind of beacon that an MMSI is of; null for other stations. */
export const beaconOf = (mmsi: string): string | null => beaconNames[mmsi.slice(0, 3)] ?? null;

/** States of beacons and of aids, with what people read. */
export const safetyStates = {
  active: 'Socorro ativo',
  test: 'Em ensaio',
  off_position: 'Fora da posição',
  on_position: 'Na posição',
} as const;

export const safetyStationSchema = z.object({
  key: z.string(),
  kind: kindSchema,
  mmsi: z.string(),
  name: z.string().nullable(),
  text: z.string().nullable(),
  /** 0–31 of IALA, of an aid to navigation. */
  aidType: z.number().int().nullable(),
  /** A virtual aid is only transmitted: nothing floats there. */
  isVirtual: z.boolean().nullable(),
  /** Of a beacon whether it is used or tested, of an aid where it is; null where it does not say. */
  state: z.enum(Object.keys(safetyStates) as [keyof typeof safetyStates, ...(keyof typeof safetyStates)[]]).nullable(),
  lon: z.number().nullable(),
  lat: z.number().nullable(),
  altitudeMeters: z.number().nullable(),
  speedKnots: z.number().nullable(),
  courseDegrees: z.number().nullable(),
  firstAt: instantSchema,
  lastAt: instantSchema,
  /** Station that heard it last. */
  source: z.string(),
  simulated: z.boolean(),
});
export type SafetyStation = z.infer<typeof safetyStationSchema>;

/** Description of a station: the kind of beacon, the kind of aid, or the name it gives. */
export const stationWhat = ({ kind, mmsi, name, aidType }: SafetyStation): string | null => {
  if (kind === 'distress') return beaconOf(mmsi);
  return kind === 'aid' ? (aidTypes[aidType ?? 0] ?? null) : name;
};
const noPlace = 'A mensagem não traz posição.';

/** The list of AIS's stations of safety and aids to navigation. */
export const safetyResource = resource<SafetyStation>()({
  id: 'seguranca-e-ajudas-a-navegacao',
  initial: { sort: 'last', order: 'desc', size: 25 },
  pageSizes: [25, 50, 100, 200],
  filters: {
    search: searchFilter('Procurar', 'Nome, texto ou MMSI'),
    kind: choiceFilter('kind', 'Tipo', safetyKinds),
    virtual: choiceFilter('virtual', 'Ajudas virtuais', { true: 'Só virtuais', false: 'Só reais' }),
  },
  columns: {
    kind: { label: 'Tipo', kind: 'choice', value: ({ kind }) => kind, choices: safetyKinds, sort: 'kind' },
    description: { label: 'Estação', kind: 'text', value: stationWhat },
    name: { label: 'Nome', kind: 'text', value: ({ name }) => name, sort: 'name' },
    mmsi: { label: 'MMSI', kind: 'code', value: ({ mmsi }) => mmsi, sort: 'mmsi' },
    text: { label: 'Texto', kind: 'text', value: ({ text }) => text },
    virtual: { label: 'Virtual', kind: 'yesNo', value: ({ isVirtual }) => isVirtual },
    state: { label: 'Estado', kind: 'choice', value: ({ state }) => state, choices: safetyStates },
    latitude: { label: 'Latitude', kind: 'latitude', value: ({ lat }) => lat, unknown: noPlace },
    longitude: { label: 'Longitude', kind: 'longitude', value: ({ lon }) => lon, unknown: noPlace },
    first: { label: 'Ouvida desde', kind: 'instant', value: ({ firstAt }) => firstAt, shown: 'chosen' },
    last: { label: 'Última vez', kind: 'instant', value: ({ lastAt }) => lastAt, sort: 'last' },
    source: { label: 'Recebida por', kind: 'text', value: ({ source }) => source },
    simulated: { label: 'Dados simulados', kind: 'yesNo', value: ({ simulated }) => simulated, shown: 'never' },
  },
});
