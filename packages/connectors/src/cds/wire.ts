import { z } from 'zod';

export const DATASET = 'reanalysis-era5-single-levels';

/** Body of an execution: every value is a text, in lists, dates apart in their parts; `area` is north, west, south, east. */
export const executionWire = z.object({
  inputs: z.object({
    product_type: z.array(z.string()).min(1),
    variable: z.array(z.string()).min(1),
    year: z.array(z.string()).min(1),
    month: z.array(z.string()).min(1),
    day: z.array(z.string()).min(1),
    time: z.array(z.string()).min(1),
    area: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
    data_format: z.enum(['netcdf', 'grib']),
    download_format: z.enum(['unarchived', 'zip']).optional(),
  }),
});
export type ExecutionWire = z.infer<typeof executionWire>;

export const jobStatuses = ['accepted', 'running', 'successful', 'failed', 'rejected', 'dismissed'] as const;

/** The jobs of an account (OGC API Processes): what a check of its credential asks for. */
export const jobListWire = z.object({ jobs: z.array(z.unknown()) });

/** A job, as the execution and `GET /retrieve/v1/jobs/{id}` answer it. */
export const jobWire = z.object({
  jobID: z.string().regex(/^[\w-]+$/),
  status: z.enum(jobStatuses),
  processID: z.string().nullish(),
  created: z.string().nullish(),
  started: z.string().nullish(),
  finished: z.string().nullish(),
});
export type JobWire = z.infer<typeof jobWire>;

/** `GET /retrieve/v1/jobs/{id}/results` of a successful job. */
export const resultsWire = z.object({
  asset: z.object({
    value: z.object({
      type: z.string(),
      href: z.string(),
      'file:size': z.number(),
      'file:checksum': z.string().nullish(),
    }),
  }),
});
export type ResultsWire = z.infer<typeof resultsWire>;

/** Errors, as RFC 7807; the reason of a failed job is in `traceback`. */
export const problemWire = z.object({
  title: z.string(),
  detail: z.string().nullish(),
  traceback: z.string().nullish(),
});
export type ProblemWire = z.infer<typeof problemWire>;

/** Names of a variable when asked for, in the file, and its unit there. */
export const winds = [
  { asked: '10m_u_component_of_wind', name: 'u10', variable: 'windEast' },
  { asked: '10m_v_component_of_wind', name: 'v10', variable: 'windNorth' },
] as const;
export const WIND_UNIT = 'm s**-1';
/** Speed of both components, cell by cell: kept beside them, since the mean of speeds is not the speed of the mean. */
export const WIND_SPEED = 'windSpeed';
