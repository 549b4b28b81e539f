/** New things of one day. */
export type News = { readonly date: string; readonly items: readonly string[] };

/** Reads the list of what is new: `## 2026-11-27`, and one line with `- ` for each thing below. Throws for any other line. */
export function readNews(text: string): readonly News[] {
  const news: { date: string; items: string[] }[] = [];
  for (const line of text.split('\n')) {
    const date = /^## (\d{4}-\d{2}-\d{2})$/.exec(line)?.[1];
    const item = /^- (.+)$/.exec(line)?.[1];
    const latest = news.at(-1);
    if (date !== undefined) news.push({ date, items: [] });
    else if (item !== undefined && latest !== undefined) latest.items.push(item);
    else if (line !== '' && !line.startsWith('# ') && latest !== undefined)
      throw new Error(`novidades: "${line}" is neither a day nor a thing of it`);
  }
  return news;
}
