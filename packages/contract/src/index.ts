export * from './core/endpoint.ts';
export * from './core/geo.ts';
export * from './core/page.ts';
export * from './core/permissions.ts';
export * from './core/problem.ts';
export * from './core/provenance.ts';
