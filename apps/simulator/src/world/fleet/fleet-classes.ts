import type { GearType, ShipType } from '../types.ts';

/** Behaviour of a kind of vessel. Speeds in knots, times in hours or days, depths in metres of the seabed. */
export type FleetClass = {
  readonly key: string;
  readonly count: number;
  readonly shiptype: ShipType;
  readonly geartype: GearType;
  readonly flags: readonly (readonly [flag: string, weight: number])[];
  readonly lengthMeters: readonly [number, number];
  readonly homePorts: readonly (readonly [portId: string, weight: number])[];
  readonly cruiseKnots: number;
  readonly setKnots: number;
  readonly setHours: readonly [number, number];
  readonly moveHours: readonly [number, number];
  readonly periodDays: number;
  readonly portDays: number;
  readonly depthMeters: readonly [number, number];
  readonly latitudes: readonly [south: number, north: number];
  readonly reachDegrees: number;
  readonly groundRadiusKm: number;
  /** Share of trips spent outside the region. */
  readonly absentShare: number;
  /** Share of trips with a transhipment at sea. */
  readonly transhipShare: number;
  /** Months (0 is January) of the closed season, in which most of the class stays in port. */
  readonly closedMonths: readonly number[];
};

const north = [
  ['cabinda', 1],
  ['soyo', 1],
  ['ambriz', 1],
  ['luanda', 4],
] as const;
const south = [
  ['lobito', 3],
  ['benguela', 1],
  ['baia-farta', 4],
  ['namibe', 4],
  ['tombwa', 4],
] as const;
const everywhere = [...north, ['porto-amboim', 2] as const, ['sumbe', 1] as const, ...south];

const coastal = {
  shiptype: 'FISHING' as const,
  flags: [['AGO', 1]] as const,
  absentShare: 0,
  transhipShare: 0,
  closedMonths: [] as readonly number[],
};
const distant = {
  shiptype: 'FISHING' as const,
  homePorts: [
    ['luanda', 3],
    ['namibe', 2],
    ['lobito', 2],
    ['pointe-noire', 3],
  ] as const,
  closedMonths: [] as readonly number[],
};
const carrier = {
  shiptype: 'CARRIER' as const,
  geartype: 'SPECIALIZED_REEFER' as const,
  homePorts: [
    ['luanda', 2],
    ['namibe', 1],
    ['pointe-noire', 1],
  ] as const,
  setKnots: 0.6,
  setHours: [4, 9] as const,
  moveHours: [2, 5] as const,
  depthMeters: [1_000, 6_000] as const,
  latitudes: [-17.5, -6.5] as const,
  reachDegrees: 8,
  groundRadiusKm: 150,
  absentShare: 0.15,
  transhipShare: 0,
  closedMonths: [] as readonly number[],
};

/** About 160 vessels in the proportions of the Angolan licence caps and the foreign fleets seen off Angola. */
// biome-ignore format: a table
export const fleetClasses: readonly FleetClass[] = [
  { ...coastal, key: 'cerco', count: 48, geartype: 'OTHER_PURSE_SEINES', lengthMeters: [17, 34], homePorts: everywhere, cruiseKnots: 9, setKnots: 1.6, setHours: [1.5, 3], moveHours: [1, 3], periodDays: 2.4, portDays: 0.9, depthMeters: [18, 190], latitudes: [-17.2, -4.9], reachDegrees: 0.9, groundRadiusKm: 22, closedMonths: [6, 7] },
  { ...coastal, key: 'arrasto-demersal', count: 20, geartype: 'TRAWLERS', flags: [['AGO', 5], ['CHN', 2], ['NAM', 1]], lengthMeters: [26, 48], homePorts: everywhere, cruiseKnots: 10.5, setKnots: 3.3, setHours: [2.5, 4.5], moveHours: [0.5, 1.5], periodDays: 13, portDays: 2.5, depthMeters: [60, 450], latitudes: [-17.2, -5.2], reachDegrees: 2.5, groundRadiusKm: 45, transhipShare: 0.25 },
  { ...coastal, key: 'arrasto-camarao', count: 14, geartype: 'TRAWLERS', flags: [['AGO', 4], ['ESP', 2]], lengthMeters: [28, 42], homePorts: [['luanda', 5], ['ambriz', 1], ['soyo', 1]], cruiseKnots: 10, setKnots: 2.7, setHours: [3, 5], moveHours: [0.5, 1.2], periodDays: 18, portDays: 3, depthMeters: [250, 750], latitudes: [-10.5, -5.4], reachDegrees: 2, groundRadiusKm: 50, closedMonths: [0, 1] },
  { ...coastal, key: 'arrasto-pelagico', count: 8, geartype: 'TRAWLERS', flags: [['AGO', 2], ['CHN', 2], ['RUS', 1], ['NAM', 1]], lengthMeters: [55, 110], homePorts: [['namibe', 3], ['lobito', 2], ['luanda', 1]], cruiseKnots: 13, setKnots: 4.4, setHours: [2, 4], moveHours: [1, 3], periodDays: 30, portDays: 4, depthMeters: [60, 700], latitudes: [-17.3, -11], reachDegrees: 4, groundRadiusKm: 70, transhipShare: 0.7, closedMonths: [6, 7] },
  { ...coastal, key: 'palangre-fundo', count: 9, geartype: 'SET_LONGLINES', lengthMeters: [15, 28], homePorts: everywhere, cruiseKnots: 8.5, setKnots: 3, setHours: [3, 6], moveHours: [1, 2], periodDays: 6, portDays: 1.5, depthMeters: [60, 600], latitudes: [-17, -5], reachDegrees: 1.3, groundRadiusKm: 30 },
  { ...coastal, key: 'emalhar', count: 11, geartype: 'SET_GILLNETS', lengthMeters: [12, 22], homePorts: everywhere, cruiseKnots: 8, setKnots: 1.8, setHours: [2, 4], moveHours: [0.7, 1.5], periodDays: 3, portDays: 1.2, depthMeters: [15, 120], latitudes: [-17, -5], reachDegrees: 0.7, groundRadiusKm: 16 },
  { ...coastal, key: 'artesanal', count: 10, geartype: 'FIXED_GEAR', lengthMeters: [8, 14], homePorts: everywhere, cruiseKnots: 7, setKnots: 1.2, setHours: [1.5, 3], moveHours: [0.4, 1], periodDays: 1.5, portDays: 0.6, depthMeters: [10, 70], latitudes: [-17, -5], reachDegrees: 0.3, groundRadiusKm: 8 },
  { ...coastal, key: 'gaiolas', count: 6, geartype: 'POTS_AND_TRAPS', flags: [['AGO', 4], ['JPN', 1]], lengthMeters: [24, 45], homePorts: [['namibe', 2], ['lobito', 2], ['luanda', 1]], cruiseKnots: 9.5, setKnots: 1.9, setHours: [4, 8], moveHours: [1, 2.5], periodDays: 20, portDays: 3, depthMeters: [350, 950], latitudes: [-17.2, -9], reachDegrees: 3, groundRadiusKm: 55, transhipShare: 0.2 },
  { ...distant, key: 'palangre-superficie', count: 16, geartype: 'DRIFTING_LONGLINES', flags: [['ESP', 4], ['PRT', 3], ['JPN', 2], ['TWN', 3], ['CHN', 3], ['BLZ', 1]], lengthMeters: [30, 56], cruiseKnots: 10.5, setKnots: 4.6, setHours: [6, 11], moveHours: [2, 4], periodDays: 34, portDays: 4, depthMeters: [1_500, 6_000], latitudes: [-17.6, -6.8], reachDegrees: 8, groundRadiusKm: 170, absentShare: 0.3, transhipShare: 0.5 },
  { ...distant, key: 'cerco-atum', count: 8, geartype: 'TUNA_PURSE_SEINES', flags: [['ESP', 3], ['FRA', 2], ['GHA', 1], ['CPV', 1]], lengthMeters: [55, 95], cruiseKnots: 14, setKnots: 1.4, setHours: [2.5, 4], moveHours: [4, 10], periodDays: 26, portDays: 3, depthMeters: [1_500, 6_000], latitudes: [-13, -5.5], reachDegrees: 8, groundRadiusKm: 200, absentShare: 0.4, transhipShare: 0 },
  { ...coastal, key: 'salto-e-vara', count: 5, geartype: 'POLE_AND_LINE', flags: [['AGO', 3], ['NAM', 1]], lengthMeters: [20, 34], homePorts: south, cruiseKnots: 9.5, setKnots: 2.4, setHours: [1.5, 4], moveHours: [1.5, 4], periodDays: 8, portDays: 2, depthMeters: [150, 3_000], latitudes: [-17.4, -10], reachDegrees: 2.5, groundRadiusKm: 70 },
  { ...carrier, key: 'transportador', count: 6, flags: [['PAN', 3], ['LBR', 2], ['CYP', 1]], lengthMeters: [95, 140], cruiseKnots: 14, periodDays: 24, portDays: 3 },
  { ...carrier, key: 'abastecedor', count: 3, shiptype: 'BUNKER', geartype: 'BUNKER', flags: [['PAN', 2], ['LBR', 1]], lengthMeters: [60, 110], cruiseKnots: 11.5, periodDays: 18, portDays: 3 },
];
