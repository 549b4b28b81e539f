export { type CsvValue, toCsv } from '@kianda/contract/core/csv';
export * from './coordinates.ts';
export * from './number.ts';
export * from './text.ts';
export * from './time.ts';
