export * from './core/http.ts';
export * from './core/port.ts';
