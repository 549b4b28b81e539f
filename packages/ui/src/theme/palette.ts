type Ten = readonly [string, string, string, string, string, string, string, string, string, string];

/** Atlântico, the primary blue-teal, from palest to deepest. */
export const atlantico: Ten = [
  '#e8f6f9',
  '#cfeaf1',
  '#a3d8e4',
  '#72c3d5',
  '#45adc4',
  '#2497b1',
  '#0e7790',
  '#0b6880',
  '#0a5468',
  '#083f50',
];

/** Coral, the warm accent: only for items that need a person now. */
export const coral: Ten = [
  '#fdece6',
  '#fbd5c8',
  '#f8b29c',
  '#f58d6e',
  '#ff7a55',
  '#e2583a',
  '#cd4526',
  '#b93a1e',
  '#962e17',
  '#74230f',
];

/** Neutrals, slightly blue. */
export const slate: Ten = [
  '#f7f9fb',
  '#f2f5f8',
  '#ebf0f4',
  '#dde4ea',
  '#c4ced7',
  '#a2b0bc',
  '#8090a0',
  '#5a6b79',
  '#425362',
  '#13202b',
];

/** Surfaces and texts of the dark scheme, from brightest text to deepest background. */
export const abyss: Ten = [
  '#e4edf3',
  '#a8bac7',
  '#8a9dab',
  '#5f7585',
  '#2b3f4c',
  '#1b2d39',
  '#14222c',
  '#101c25',
  '#0d1820',
  '#0a131a',
];

export const green: Ten = [
  '#e3f4ea',
  '#c6e8d5',
  '#96d6b3',
  '#63cf97',
  '#3fb67c',
  '#2c9f68',
  '#218354',
  '#1a6b45',
  '#145537',
  '#0e3f29',
];

export const amber: Ten = [
  '#fdf1d9',
  '#fae1b1',
  '#f5cd80',
  '#f0b95a',
  '#e0a23a',
  '#d18a16',
  '#a96a06',
  '#875200',
  '#6b4100',
  '#4f3000',
];

export const red: Ten = [
  '#fdeae8',
  '#fad0cd',
  '#fbb4ad',
  '#ff9a90',
  '#f2685c',
  '#d8453b',
  '#c5352c',
  '#b3261e',
  '#8f1e18',
  '#6b1612',
];

export const blue: Ten = [
  '#e6f0fb',
  '#cbdff6',
  '#a8cbf5',
  '#86b9f5',
  '#5b9df0',
  '#3d86d6',
  '#2b71c0',
  '#1f5fa8',
  '#184b86',
  '#113864',
];

/** Okabe–Ito, the order in which categories take their colours; safe for colour-blind eyes. */
export const categoryColours = [
  '#0072b2',
  '#e69f00',
  '#009e73',
  '#cc79a7',
  '#56b4e9',
  '#d55e00',
  '#f0e442',
  '#999999',
] as const;
