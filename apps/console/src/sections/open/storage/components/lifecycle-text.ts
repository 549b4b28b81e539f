import { formatBytes, formatCount } from '@kianda/format';
import { storageTexts } from '../texts.pt.ts';

const texts = storageTexts.lifecycle;

/** Text about the objects that a preview found. */
export function foundText({ objects, bytes }: { readonly objects: number; readonly bytes: number }): string {
  if (objects === 0) return texts.nothing;
  return texts.found(formatCount(objects, ...storageTexts.objects), formatBytes(bytes));
}
