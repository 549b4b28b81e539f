/** Width of a page, as far as the height of what stands in it depends on it. */
type View = 'wide' | 'narrow';

const keyOf = (view: View): string => `kianda.notice-height.${view}`;

/** Height that the notices above the page had last time in this session, px; null where none was seen. */
export function noticeHeight(storage: Pick<Storage, 'getItem'>, view: View): number | null {
  const text = storage.getItem(keyOf(view));
  return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : null;
}

export function rememberNoticeHeight(storage: Pick<Storage, 'setItem'>, view: View, height: number): void {
  storage.setItem(keyOf(view), String(Math.round(height)));
}

/** At the end of a session: the next person has other notices. */
export function forgetNoticeHeights(storage: Pick<Storage, 'removeItem'>): void {
  for (const view of ['wide', 'narrow'] as const) storage.removeItem(keyOf(view));
}
