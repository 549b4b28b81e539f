export * from './core/client.ts';
export * from './core/http.ts';
export * from './core/parse.ts';
export * from './core/port.ts';
export * from './registry.ts';
