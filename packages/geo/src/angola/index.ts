export * from './anchorages.ts';
export * from './coast.ts';
export * from './fishing-zones.ts';
export * from './offshore-installations.ts';
export * from './ports.ts';
export * from './protected-areas.ts';
export * from './stations.ts';
export * from './zee.ts';
