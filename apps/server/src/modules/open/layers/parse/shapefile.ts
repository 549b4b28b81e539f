import { unzipSync } from 'fflate';
import { parseShp } from 'shpjs';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { dbfTable } from './dbf.ts';
import type { SourceCrs, SourceFile, SourceTable } from './source.ts';

/** Unpacked, a small archive can be anything. */
const mostUnpackedBytes = 1_000_000_000;

/** The shapefiles of a zip. */
export async function shapefileTables(file: SourceFile): Promise<readonly SourceTable[]> {
  const files = unpacked(await file.bytes());
  const names = Object.keys(files).filter((name) => /\.shp$/i.test(name));
  if (names.length === 0) throw new UnreadableFile('O zip não tem um ficheiro .shp: junte .shp, .dbf, .shx e .prj.');
  return names.map((name) => tableOf(files, name));
}

function unpacked(archive: Uint8Array): Readonly<Record<string, Uint8Array>> {
  let total = 0;
  return unzipSync(archive, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:shp|dbf|prj|cpg)$/i.test(name) || name.startsWith('__MACOSX')) return false;
      total += originalSize;
      if (total > mostUnpackedBytes) throw new UnreadableFile('O zip descomprime para um tamanho acima do permitido.');
      return true;
    },
  });
}

function tableOf(files: Readonly<Record<string, Uint8Array>>, shpName: string): SourceTable {
  const stem = shpName.slice(0, -4);
  const sibling = (extension: string): Uint8Array | undefined =>
    Object.entries(files).find(([name]) => name.toLowerCase() === `${stem}.${extension}`.toLowerCase())?.[1];
  const dbf = sibling('dbf');
  const encoding = sibling('cpg');
  const attributes =
    dbf === undefined ? null : dbfTable(dbf, encoding === undefined ? null : new TextDecoder().decode(encoding));
  const shp = files[shpName];
  return {
    name: stem.split('/').at(-1) ?? stem,
    features: attributes?.count ?? null,
    crs: crsOf(sibling('prj')),
    columns: attributes?.columns ?? [],
    *rows() {
      // Its view must begin where the file does: a part of the archive's memory does not. Without a .prj nothing is converted.
      const geometries = shp === undefined ? [] : parseShp(shp.slice());
      for (const [index, geometry] of geometries.entries()) {
        if (attributes?.isDeleted(index) === true) continue;
        yield { geometry: geometry ?? null, values: attributes?.row(index) ?? [] };
      }
    },
  };
}

function crsOf(prj: Uint8Array | undefined): SourceCrs {
  // Files without a .prj are degrees by custom; the bounds of the world tell where one is not.
  if (prj === undefined) return { code: 4326, definition: null, name: 'sem .prj: lido como WGS 84' };
  const definition = new TextDecoder().decode(prj);
  return { code: null, definition, name: /"([^"]{1,80})"/.exec(definition)?.[1] ?? 'sem nome' };
}
