import { z } from 'zod';

/**
 * Where a simulated coast station sends its sentences: `GET <base>/feed`. Real stations are addresses in the settings, and
 * nothing but sentences (NMEA 0183 `!AIVDM`, one a line) comes from them.
 */
export const feedWire = z.object({ protocol: z.literal('tcp'), port: z.number().int().min(1).max(65_535) });
export type FeedWire = z.infer<typeof feedWire>;
