import type { RejectedRow } from '../core/port.ts';
import type { ProductRecord } from '../core/records.ts';
import { type DeletedWire, deletedWire, PRODUCT_TYPES, type ProductWire, productWire } from './wire.ts';

type Mapped = {
  readonly records: readonly ProductRecord[];
  readonly rejected: readonly RejectedRow[];
  /** True when there were rows and not one could be read. */
  readonly drifted: boolean;
};

/** Maps products of the catalogue; one that does not fit is rejected with its reason. */
export function mapProducts(rows: readonly unknown[]): Mapped {
  return mapRows(rows, (raw) => {
    const parsed = productWire.safeParse(raw);
    return parsed.success ? toProduct(parsed.data) : misfit(parsed.error.issues[0]);
  });
}

/** Maps withdrawn products; those of other types than ours are left out. */
export function mapDeleted(rows: readonly unknown[]): Mapped {
  return mapRows(rows, (raw) => {
    const parsed = deletedWire.safeParse(raw);
    return parsed.success ? toTombstone(parsed.data) : misfit(parsed.error.issues[0]);
  });
}

function mapRows(rows: readonly unknown[], map: (raw: unknown) => ProductRecord | string | null): Mapped {
  const records: ProductRecord[] = [];
  const rejected: RejectedRow[] = [];
  for (const raw of rows) {
    const mapped = map(raw);
    if (typeof mapped === 'string') rejected.push({ reason: mapped, raw });
    else if (mapped !== null) records.push(mapped);
  }
  return { records, rejected, drifted: rows.length > 0 && rejected.length === rows.length };
}

function misfit(issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined): string {
  return `Não é um produto: ${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}`.trim();
}

function toProduct(product: ProductWire): ProductRecord | string {
  const attributes = new Map(product.Attributes.map(({ Name, Value }) => [Name, Value]));
  const sensing = sensingOf(product.ContentDate);
  const publishedMs = Date.parse(product.PublicationDate);
  const named = partsOf(product.Name);
  const productType = attributes.get('productType') ?? named?.productType;
  const cloudCover = attributes.get('cloudCover') ?? null;
  if (sensing === null) return `Instantes inválidos: ${product.ContentDate.Start}, ${product.ContentDate.End}`;
  if (Number.isNaN(publishedMs)) return `Publicação inválida: ${product.PublicationDate}`;
  if (typeof productType !== 'string') return 'Sem tipo de produto';
  if (cloudCover !== null && !isPercent(cloudCover)) return `Nebulosidade inválida: ${cloudCover}`;
  const serial = attributes.get('platformSerialIdentifier');
  const timeliness = attributes.get('timeliness') ?? named?.timeliness ?? null;
  return {
    kind: 'product',
    id: product.Id,
    name: product.Name,
    productType,
    platform: typeof serial === 'string' ? `S3${serial}` : (named?.platform ?? null),
    cycle: integer(attributes.get('cycleNumber')) ?? named?.cycle ?? null,
    relativeOrbit: integer(attributes.get('relativeOrbitNumber')) ?? named?.relativeOrbit ?? null,
    ...sensing,
    publishedMs,
    footprint: product.GeoFootprint ?? null,
    cloudCover,
    timeliness: typeof timeliness === 'string' ? timeliness : null,
    sizeBytes: product.ContentLength,
    online: product.Online,
    s3Path: product.S3Path ?? null,
    deletedMs: null,
  };
}

function toTombstone(deleted: DeletedWire): ProductRecord | string | null {
  const named = partsOf(deleted.Name);
  if (named === null || !PRODUCT_TYPES.some((type) => type === named.productType)) return null;
  const sensing = sensingOf(deleted.ContentDate);
  const deletedMs = Date.parse(deleted.DeletionDate);
  if (sensing === null) return `Instantes inválidos: ${deleted.ContentDate.Start}, ${deleted.ContentDate.End}`;
  if (Number.isNaN(deletedMs)) return `Retirada inválida: ${deleted.DeletionDate}`;
  return {
    kind: 'product',
    id: deleted.Id,
    name: deleted.Name,
    ...named,
    ...sensing,
    publishedMs: null,
    footprint: deleted.GeoFootprint ?? null,
    cloudCover: null,
    sizeBytes: deleted.ContentLength ?? 0,
    online: false,
    s3Path: null,
    deletedMs,
  };
}

type Named = Pick<ProductRecord, 'productType' | 'platform' | 'cycle' | 'relativeOrbit' | 'timeliness'>;

/**
 * Parts of a product's name: mission, type, three times, duration, cycle, relative orbit, frame (blank in stripes), centre,
 * class, timeliness. `S3A_OL_2_WFR____20260801T091234_20260801T091534_20260801T112233_0179_128_036_3060_MAR_O_NR_003.SEN3`
 */
function partsOf(name: string): Named | null {
  const match =
    /^(S3[A-Z_])_(.{11})_(?:\d{8}T\d{6}_){3}\d{4}_(\d{3})_(\d{3})_.{4}_\w{3}_\w_(NR|ST|NT)_\w{3}(?:\.SEN3)?$/.exec(
      name,
    );
  const [, platform, productType, cycle, relativeOrbit, timeliness] = match ?? [];
  if (productType === undefined) return null;
  return {
    platform: platform ?? null,
    productType,
    cycle: Number(cycle),
    relativeOrbit: Number(relativeOrbit),
    timeliness: timeliness ?? null,
  };
}

function sensingOf({ Start, End }: { Start: string; End: string }): { startMs: number; endMs: number } | null {
  const [startMs, endMs] = [Date.parse(Start), Date.parse(End)];
  return startMs <= endMs ? { startMs, endMs } : null;
}

function isPercent(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 100;
}

function integer(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
}
