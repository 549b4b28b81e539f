import { z } from 'zod';

const text = z.string().nullish();
/** Areas come as decimal texts. */
const decimal = z.union([z.string(), z.number()]).nullish();
const named = z.object({ name: text }).nullish();

/**
 * One site of `GET /v4/protected_areas/search`. Fields which the token may not see are absent, so that all but the
 * first are optional.
 */
export const siteWire = z.object({
  site_id: z.union([z.number().int(), z.string().min(1)]),
  site_pid: z.union([z.number(), z.string()]).nullish(),
  name: text,
  name_english: text,
  parent_iso3: text,
  site_type: text,
  marine: z.boolean().nullish(),
  is_oecm: z.boolean().nullish(),
  reported_area: decimal,
  reported_marine_area: decimal,
  gis_area: decimal,
  gis_marine_area: decimal,
  countries: z.array(z.object({ name: text, iso_3: text })).nullish(),
  iucn_category: named,
  designation: z.object({ name: text, jurisdiction: named }).nullish(),
  no_take_status: named,
  legal_status: named,
  /** `dd/mm/yyyy` */
  legal_status_updated_at: text,
  management_authority: named,
  governance: z.object({ governance_type: text }).nullish(),
  realm: z.union([z.string(), named]).nullish(),
  sources: z.array(z.object({ title: text, responsible_party: text })).nullish(),
  protected_area_parcels: z.array(z.unknown()).nullish(),
  links: z.object({ protected_planet: text }).nullish(),
  /** Feature, or a bare geometry. */
  geojson: z.unknown().optional(),
});
export type SiteWire = z.infer<typeof siteWire>;

export const sitesWire = z.object({ protected_areas: z.array(z.unknown()) });

/** Sites of one page: geometries are large, and the provider allows 50. */
export const SITES_PER_PAGE = 10;
