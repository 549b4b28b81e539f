import { z } from 'zod';

/** Columns we ask for, in their names. `data_info[0]` gives the order in which they come. */
export const COLUMNS = [
  'pressure',
  'temperature',
  'salinity',
  'pressure_argoqc',
  'temperature_argoqc',
  'salinity_argoqc',
] as const;

const cell = z.union([z.number(), z.string()]).nullable();

/** One profile of `GET /argo`. `data[i]` is the column that `data_info[0][i]` names. */
export const profileWire = z.object({
  _id: z.string(),
  geolocation: z.object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }),
  geolocation_argoqc: z.number().nullish(),
  timestamp: z.string().nullable(),
  timestamp_argoqc: z.number().nullish(),
  date_updated_argovis: z.string().nullish(),
  cycle_number: z.number().int(),
  profile_direction: z.string().nullish(),
  source: z.array(z.object({ source: z.array(z.string()).nullish(), url: z.string().nullish() })).nullish(),
  metadata: z.array(z.string()).nullish(),
  data: z.array(z.array(cell)),
  data_info: z.tuple([z.array(z.string()), z.array(z.string()), z.array(z.array(z.string().nullable()))]),
  data_warning: z.array(z.string()).nullish(),
});
export type ProfileWire = z.infer<typeof profileWire>;

/** Rows stay unknown until each is parsed on its own: one bad profile must not hide the others. */
export const profilesWire = z.array(z.unknown());

/** Errors have a code in the body too; a 429 has the seconds to wait in `delay`, and the cost of the request. */
export const errorWire = z.object({
  code: z.number(),
  message: z.string(),
  delay: z.array(z.number()).nullish(),
});
export type ErrorWire = z.infer<typeof errorWire>;
