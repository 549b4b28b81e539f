import type { DatasetItem, ProductCollection } from './wire.ts';

/** A variable of a dataset, with its name in Kianda. */
export type CmemsVariable = {
  readonly name: string;
  readonly variable: string;
  readonly unit: string;
  /** Accepted texts of `units`. */
  readonly providerUnits: readonly string[];
  /** It is read at the level nearest to this depth; absent: the surface. */
  readonly depthMeters?: number;
};

export type CmemsDataset = { readonly id: string; readonly variables: readonly CmemsVariable[] };

const SPEED_UNITS = ['m s-1', 'm/s', 'm s**-1'];

/** Daily mean salinity, global analysis and forecast at 1/12°. */
export const salinity: CmemsDataset = {
  id: 'cmems_mod_glo_phy-so_anfc_0.083deg_P1D-m',
  variables: [{ name: 'so', variable: 'salinity', unit: 'psu', providerUnits: ['1e-3', '0.001', 'psu', 'PSU', '1'] }],
};

/** Daily mean currents, global analysis and forecast at 1/12°. */
export const currents: CmemsDataset = {
  id: 'cmems_mod_glo_phy-cur_anfc_0.083deg_P1D-m',
  variables: [
    { name: 'uo', variable: 'currentEast', unit: 'm/s', providerUnits: SPEED_UNITS },
    { name: 'vo', variable: 'currentNorth', unit: 'm/s', providerUnits: SPEED_UNITS },
  ],
};

/** Links to the versions of a dataset, newest first: the id ends in `_YYYYMM`, with an optional `--ext--…` for a part of it. */
export function versionLinks(product: ProductCollection, datasetId: string): string[] {
  const versions = product.links.flatMap(({ rel, href }) => {
    if (rel !== 'item') return [];
    const id = href.split('/').at(-2) ?? '';
    const version = /^_(\d{6})$/.exec(id.startsWith(datasetId) ? id.slice(datasetId.length) : '')?.[1];
    return version === undefined ? [] : [{ href, version }];
  });
  return versions.sort((a, b) => b.version.localeCompare(a.version)).map(({ href }) => href);
}

/** True for a version that is out and not retired: the catalogue lists versions months before and after. */
export function isCurrent({ properties }: DatasetItem, nowMs: number): boolean {
  const released = properties.admp_released_date;
  const retired = properties.admp_retired_date;
  return (
    !properties.admp_in_preparation &&
    (released == null || Date.parse(released) <= nowMs) &&
    (retired == null || Date.parse(retired) > nowMs)
  );
}
