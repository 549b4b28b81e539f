import type { Notice } from './notices.ts';

export type News = { readonly notice: Notice; readonly others: number };

/** News of the platform that wait to be shown: the newest first, the others as a number beside it. */
export type NewsQueue = {
  add(notice: Notice): void;
  /** The newest that waits, with the number of the others; undefined when none waits. Those it counts are taken with it. */
  take(): News | undefined;
  /** Gives back what was taken but not read. */
  giveBack(news: News): void;
};

export function createNewsQueue(): NewsQueue {
  let newest: Notice | undefined;
  let others = 0;
  return {
    add(notice) {
      if (newest !== undefined) others += 1;
      newest = notice;
    },
    take() {
      if (newest === undefined) return undefined;
      const taken = { notice: newest, others };
      newest = undefined;
      others = 0;
      return taken;
    },
    giveBack(news) {
      others += news.others + (newest === undefined ? 0 : 1);
      newest ??= news.notice;
    },
  };
}
