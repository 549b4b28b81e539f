import type { Provenance } from '@kianda/contract';
import { mostPrintedLater } from '@kianda/contract/fleet/vessels/export-jobs.contract';
import { mostPrinted } from '@kianda/contract/fleet/vessels/exports.contract';
import { Zip, ZipPassThrough } from 'fflate';
import { renderPdf } from '../../../../platform/documents/index.ts';
import { exportDocument } from './export-document.ts';
import { originOfAll } from './export-sources.ts';
import type { ExportAbout, Exported } from './geo-file-parts.ts';
import type { Batch, Source } from './source.ts';
import { stretchesOf } from './track-source.ts';

/** A part of the rows, printed as a document of its own. */
type Volume = { readonly things: readonly Exported[]; readonly number: number; readonly isLast: boolean };

/**
 * A source on paper, volume by volume: each is laid out, handed on and forgotten before the next, so that a file of
 * fifty takes no more memory than one. What is beyond the last volume is only in the data formats.
 */
export async function pdfOf(
  source: Source,
  about: ExportAbout,
  author: string,
  batches: AsyncIterable<Batch>,
): Promise<{ ending: 'pdf' | 'zip'; bytes: AsyncIterable<Uint8Array> }> {
  const origins: Provenance[] = [];
  const volumes = volumesOf(batches, origins);
  const render = (volume: Volume, isOnly: boolean) => {
    const provenance = originOfAll(origins, about.nowMs);
    const things = [...(source.isTrack ? linesOf(volume.things) : []), ...volume.things];
    const part = isOnly ? null : { number: volume.number, isLast: volume.isLast };
    return renderPdf(exportDocument({ ...about, things, provenance }, source.columns, author, part));
  };
  const { value: first } = await volumes.next();
  if (first === undefined || first.isLast) {
    const only = first ?? { things: [], number: 1, isLast: true };
    return { ending: 'pdf', bytes: once(await render(only, true)) };
  }
  async function* all() {
    yield first as Volume;
    yield* volumes;
  }
  return { ending: 'zip', bytes: zipOf(all(), about, (volume) => render(volume, false)) };
}

/** Rows in volumes of the same length; reading ends where no further one is written. */
async function* volumesOf(batches: AsyncIterable<Batch>, origins: Provenance[]): AsyncGenerator<Volume> {
  let things: Exported[] = [];
  let number = 1;
  for await (const batch of batches) {
    if (!origins.some(({ state }) => state === batch.provenance.state)) origins.push(batch.provenance);
    for (const thing of batch.things) {
      if (thing.geometry.type !== 'Point') continue;
      // A full volume is not the last one only if another row follows.
      if (things.length === mostPrinted) {
        const isLast = number * mostPrinted >= mostPrintedLater;
        yield { things, number, isLast };
        if (isLast) return;
        things = [];
        number += 1;
      }
      things.push(thing);
    }
  }
  if (things.length > 0) yield { things, number, isLast: true };
}

/** Positions of a volume as the lines they are on. */
function linesOf(things: readonly Exported[]): Exported[] {
  const places = things.flatMap(({ geometry, properties }) =>
    geometry.type === 'Point'
      ? [{ time: String(properties.instante), lon: geometry.coordinates[0], lat: geometry.coordinates[1] }]
      : [],
  );
  const name = things[0]?.name ?? '';
  return stretchesOf(places).map((coordinates, index) => ({
    id: `troço-${index + 1}`,
    name,
    geometry: { type: 'LineString', coordinates },
    properties: {},
  }));
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

/** Volumes in one file, as they are: a PDF is already compressed. */
async function* zipOf(
  volumes: AsyncIterable<Volume>,
  { stem, nowMs }: ExportAbout,
  render: (volume: Volume) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    chunks.push(chunk);
  });
  const taken = function* () {
    if (failure !== null) throw failure;
    yield* chunks;
    chunks = [];
  };
  for await (const volume of volumes) {
    const file = new ZipPassThrough(`${stem}-volume-${String(volume.number).padStart(2, '0')}.pdf`);
    file.mtime = nowMs;
    zip.add(file);
    file.push(await render(volume), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
