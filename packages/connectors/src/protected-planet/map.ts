import type { GeoGeometry, ProtectedAreaRecord } from '../core/geo-records.ts';
import { readGeometry } from '../core/geojson.ts';
import type { RejectedRow } from '../core/port.ts';
import { type SiteWire, siteWire } from './wire.ts';

export type MappedSites = {
  readonly records: readonly ProtectedAreaRecord[];
  readonly rejected: readonly RejectedRow[];
  /** True when there were rows and not one fitted the schema. */
  readonly drifted: boolean;
};

/** Sites of a page. A value that the register does not report is null, never zero. */
export function mapSites(rows: readonly unknown[]): MappedSites {
  const records: ProtectedAreaRecord[] = [];
  const rejected: RejectedRow[] = [];
  let misfits = 0;
  for (const raw of rows) {
    const parsed = siteWire.safeParse(raw);
    if (!parsed.success) {
      misfits += 1;
      const issue = parsed.error.issues[0];
      rejected.push({ reason: `Não é um sítio: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`, raw });
      continue;
    }
    const shape = shapeOf(parsed.data.geojson);
    if ('reason' in shape) rejected.push({ reason: shape.reason, raw });
    else records.push(siteOf(parsed.data, shape.geometry));
  }
  return { records, rejected, drifted: rows.length > 0 && misfits === rows.length };
}

function siteOf(site: SiteWire, geometry: GeoGeometry | null): ProtectedAreaRecord {
  const siteId = String(site.site_id);
  const date = isoDate(site.legal_status_updated_at);
  return {
    kind: 'protected-area',
    siteId,
    withdrawn: false,
    name: said(site.name) ?? said(site.name_english) ?? siteId,
    nameEnglish: said(site.name_english),
    designation: said(site.designation?.name),
    jurisdiction: said(site.designation?.jurisdiction?.name),
    iucnCategory: said(site.iucn_category?.name),
    legalStatus: said(site.legal_status?.name),
    legalStatusDate: date,
    statusYear: date === null ? null : Number(date.slice(0, 4)),
    governance: said(site.governance?.governance_type),
    managementAuthority: said(site.management_authority?.name),
    noTake: said(site.no_take_status?.name),
    realm: said(typeof site.realm === 'string' ? site.realm : site.realm?.name),
    marine: site.marine ?? null,
    isOecm: site.is_oecm ?? null,
    reportedAreaKm2: km2(site.reported_area),
    reportedMarineAreaKm2: km2(site.reported_marine_area),
    gisAreaKm2: km2(site.gis_area),
    gisMarineAreaKm2: km2(site.gis_marine_area),
    countries: countriesOf(site),
    sources: (site.sources ?? []).flatMap((source) => said(source.responsible_party) ?? said(source.title) ?? []),
    parcels: site.protected_area_parcels?.length ?? 0,
    url: said(site.links?.protected_planet),
    geometry,
  };
}

function countriesOf(site: SiteWire): readonly string[] {
  const named = (site.countries ?? []).flatMap(({ iso_3 }) => said(iso_3) ?? []);
  return named.length > 0 ? named : (said(site.parent_iso3)?.split(';') ?? []);
}

/** A Feature's geometry or a bare one; absent (the token may not see it) is null, not wrong. */
function shapeOf(value: unknown): { readonly geometry: GeoGeometry | null } | { readonly reason: string } {
  if (value === undefined || value === null) return { geometry: null };
  const inner = typeof value === 'object' && 'geometry' in value ? value.geometry : value;
  return inner === null ? { geometry: null } : readGeometry(inner);
}

/** `dd/mm/yyyy` → ISO; the register writes 01/01/0 where the year is unknown. */
function isoDate(text: string | null | undefined): string | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text ?? '');
  if (match === null || match[3] === '0000') return null;
  const date = `${match[3]}-${match[2]}-${match[1]}`;
  return Number.isNaN(Date.parse(date)) ? null : date;
}

/** `Not Reported` is how the register writes null. */
function said(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' || trimmed === 'Not Reported' || trimmed === 'Not Applicable' ? null : trimmed;
}

function km2(value: string | number | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null;
  const area = Number(value);
  return Number.isFinite(area) && area >= 0 ? area : null;
}
