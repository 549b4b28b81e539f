import { mostPhotoBytes } from '@kianda/contract/ingestion/field/field.contract';
import type { QueuedPhoto } from '../queue/queue.ts';

/** Longest side of a photo as it is sent, pixels; with the data saver, and without. */
const sides = { saving: 960, full: 1600 } as const;
const qualities = [0.8, 0.65, 0.5] as const;

/**
 * A photo made small enough for a line of one bar. Drawing it anew leaves out all that the camera wrote into the file,
 * the place among it; `place` goes beside it where its author keeps it. Throws for a file that is no picture.
 */
export async function smallPhoto(
  file: Blob,
  { saves, place }: { readonly saves: boolean; readonly place: QueuedPhoto['place'] },
): Promise<QueuedPhoto> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, sides[saves ? 'saving' : 'full'] / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('this browser draws no pictures');
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    for (const quality of qualities) {
      const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
      if (made !== null && made.size <= mostPhotoBytes)
        return { id: crypto.randomUUID(), bytes: await made.arrayBuffer(), place };
    }
    throw new RangeError('the picture does not get small enough');
  } finally {
    picture.close();
  }
}
