import type { Provenance } from '@kianda/contract';
import type { ProductRow } from '../../ocean/index.ts';

/** A stored product as a row of OData. */
export function odataProduct(row: ProductRow): Record<string, unknown> {
  const attribute = (Name: string, Value: string | number, ValueType: string) => ({
    '@odata.type': `#OData.CSC.${ValueType}Attribute`,
    Name,
    Value,
    ValueType,
  });
  return {
    '@odata.mediaContentType': 'application/octet-stream',
    Id: row.id,
    Name: row.name,
    ContentType: 'application/octet-stream',
    ContentLength: row.size_bytes,
    PublicationDate: row.published_at?.toISOString() ?? null,
    Online: row.online,
    S3Path: row.s3_path,
    ContentDate: { Start: row.observed_at.toISOString(), End: row.ended_at.toISOString() },
    GeoFootprint: row.footprint,
    Attributes: [
      attribute('productType', row.product_type, 'String'),
      ...(row.timeliness === null ? [] : [attribute('timeliness', row.timeliness, 'String')]),
      ...(row.relative_orbit === null ? [] : [attribute('relativeOrbitNumber', row.relative_orbit, 'Integer')]),
      ...(row.cycle === null ? [] : [attribute('cycleNumber', row.cycle, 'Integer')]),
      ...(row.cloud_cover === null ? [] : [attribute('cloudCover', row.cloud_cover, 'Double')]),
    ],
  };
}

/** A stored product as a feature of resto. */
export function restoFeature(row: ProductRow): Record<string, unknown> {
  return {
    type: 'Feature',
    id: row.id,
    geometry: row.footprint,
    properties: {
      collection: 'SENTINEL-3',
      status: row.online ? 'ONLINE' : 'OFFLINE',
      title: row.name,
      productIdentifier: row.s3_path,
      startDate: row.observed_at.toISOString(),
      completionDate: row.ended_at.toISOString(),
      published: row.published_at?.toISOString() ?? null,
      platform: row.platform,
      productType: row.product_type,
      timeliness: row.timeliness,
      cloudCover: row.cloud_cover,
      services: { download: { mimeType: 'application/octet-stream', size: row.size_bytes } },
    },
  };
}

/** Note in every document that replaces one of the source. */
export function servedNote(provenance: Provenance) {
  return { servedBy: 'Kianda', provenance };
}
