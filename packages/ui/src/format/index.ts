export * from './coordinates.ts';
export * from './csv.ts';
export * from './number.ts';
export * from './text.ts';
export * from './time.ts';
