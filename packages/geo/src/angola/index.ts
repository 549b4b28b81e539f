export * from './anchorages.ts';
export * from './coast.ts';
export * from './fishing-zones.ts';
export * from './ports.ts';
export * from './protected-areas.ts';
export * from './rivers.ts';
export * from './stations.ts';
export * from './zee.ts';
