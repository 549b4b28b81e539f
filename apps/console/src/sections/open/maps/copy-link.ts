import { notify } from '../../../platform/notices.ts';
import { mapsTexts as texts } from './texts.pt.ts';

/** Address under which a map opens for everyone who may see it. */
const linkOf = (id: string) => `${window.location.origin}/?section=maps&map=${id}`;

export async function copyLink(id: string) {
  try {
    await navigator.clipboard.writeText(linkOf(id));
    notify({ tone: 'success', message: texts.copied });
  } catch {
    notify({ tone: 'error', title: texts.copy, message: texts.copyFailed });
  }
}
