import { z } from 'zod';

/** Relief as ERDDAP's `.json` table: a row for each place, without a time. Heights are whole metres, negative below the sea. */
export const reliefWire = z.object({
  table: z.object({
    columnNames: z.tuple([z.literal('latitude'), z.literal('longitude'), z.literal('altitude')]),
    columnUnits: z.tuple([z.literal('degrees_north'), z.literal('degrees_east'), z.literal('m')]),
    rows: z.array(z.tuple([z.number(), z.number(), z.number().nullable()])).min(1, 'esperada pelo menos uma linha'),
  }),
});
export type Relief = z.infer<typeof reliefWire>;
