import { z } from 'zod';

/** Position sensors, by the number and the name that Movebank gives them. */
export const SENSORS = [
  { typeId: 653, listed: 'GPS', sensor: 'gps' },
  { typeId: 82_798, listed: 'Argos Doppler Shift', sensor: 'argos' },
] as const;
export type Sensor = (typeof SENSORS)[number];

/**
 * Columns asked for, in this order. The last one of each is always `true` or `false`: a body that was cut short shows
 * by it.
 */
export const STUDY_COLUMNS = [
  ...['id', 'name', 'citation', 'license_type', 'license_terms', 'contact_person_name', 'main_location_lat'],
  ...['main_location_long', 'is_test', 'sensor_type_ids', 'number_of_deployed_locations', 'i_have_download_access'],
] as const;
export const EVENT_COLUMNS = [
  ...['study_id', 'sensor_type_id', 'individual_local_identifier', 'tag_local_identifier', 'timestamp'],
  ...['location_long', 'location_lat', 'individual_taxon_canonical_name', 'visible'],
] as const;

const flag = z.enum(['true', 'false']);

/** One row of `entity_type=study`: texts, empty where unknown. */
export const studyWire = z.object({
  id: z.string().regex(/^\d+$/),
  name: z.string(),
  citation: z.string(),
  license_type: z.string(),
  license_terms: z.string(),
  contact_person_name: z.string(),
  main_location_lat: z.string(),
  main_location_long: z.string(),
  is_test: z.string(),
  sensor_type_ids: z.string(),
  number_of_deployed_locations: z.string(),
  i_have_download_access: flag,
});
export type StudyWire = z.infer<typeof studyWire>;

/** One row of `entity_type=event`. `timestamp` is UTC, `YYYY-MM-DD HH:MM:SS.sss`; `visible` is false for outliers. */
export const eventWire = z.object({
  study_id: z.string(),
  sensor_type_id: z.string(),
  individual_local_identifier: z.string(),
  tag_local_identifier: z.string(),
  timestamp: z.string(),
  location_long: z.string(),
  location_lat: z.string(),
  individual_taxon_canonical_name: z.string(),
  visible: flag,
});
