import { z } from 'zod';

export const periods = ['1h', '6h', '24h', '7d', '30d'] as const;
export type Period = (typeof periods)[number];

/** Hours of each period that the address may name. */
export const periodHours: Readonly<Record<Period, number>> = { '1h': 1, '6h': 6, '24h': 24, '7d': 168, '30d': 720 };

export const performanceSearch = z.object({
  period: z.enum(periods).catch('1h'),
  sort: z
    .string()
    .regex(/^-?\w{1,20}$/)
    .catch('-requests'),
  q: z.string().max(200).catch(''),
});
