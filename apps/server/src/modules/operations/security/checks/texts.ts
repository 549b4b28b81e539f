import { formatPlainNumber } from '@kianda/format';
import { dayMs } from '@kianda/geo';

export const wholeText = (value: number) => formatPlainNumber(value, { maxDecimals: 0, grouping: 'always' });
export const daysSince = (time: Date, nowMs: number) => Math.floor((nowMs - time.getTime()) / dayMs);
export const instantText = (time: string | Date) =>
  new Date(time).toISOString().slice(0, 16).replace('T', ' ').concat(' UTC');
