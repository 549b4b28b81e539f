/** The notices above the page. */
export type Notice = 'maintenance' | 'two-step' | 'support';
/** Width of a page, as far as the height of what stands in it depends on it. */
type View = 'wide' | 'narrow';

const mark = 'kianda.notice-height.';

/** Height that a notice had last time in this session, px; null where it was not looked for. */
export function noticeHeight(storage: Pick<Storage, 'getItem'>, notice: Notice, view: View): number | null {
  const text = storage.getItem(`${mark}${notice}.${view}`);
  return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : null;
}

type Seen = { readonly notice: Notice; readonly view: View; readonly height: number };

export function rememberNoticeHeight(storage: Pick<Storage, 'setItem'>, { notice, view, height }: Seen): void {
  storage.setItem(`${mark}${notice}.${view}`, String(Math.round(height)));
}

/** At the end of a session: the next person has other notices. */
export function forgetNoticeHeights(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(mark)) storage.removeItem(key);
}
