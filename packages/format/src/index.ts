export * from './coordinates.ts';
export * from './gear.ts';
export * from './number.ts';
export * from './order.ts';
export * from './region.ts';
export * from './text.ts';
export * from './time.ts';
export * from './written.ts';
