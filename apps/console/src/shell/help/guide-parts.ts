/** A page of the guide, or what stands below one of its headings. */
export type GuidePart = {
  readonly page: string;
  readonly pageTitle: string;
  /** Null for what stands above the first heading. */
  readonly heading: string | null;
  /** Number of `#`. */
  readonly level: number;
  readonly markdown: string;
};

/** Parts of a page in their order; a `#` inside a block of code is no heading. */
export function partsOf(page: string, text: string): readonly GuidePart[] {
  const parts: { heading: string | null; level: number; lines: string[] }[] = [{ heading: null, level: 1, lines: [] }];
  let pageTitle = page;
  let isCode = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const found = isCode ? null : /^(#{1,4}) (.+)$/.exec(line);
    if (found === null) parts.at(-1)?.lines.push(line);
    else if (found[1]?.length === 1) pageTitle = found[2] ?? page;
    else parts.push({ heading: found[2] ?? '', level: found[1]?.length ?? 2, lines: [] });
  }
  return parts.map(({ heading, level, lines }) => ({
    page,
    pageTitle,
    heading,
    level,
    markdown: lines.join('\n').trim(),
  }));
}

/** A part with those below its own heading; of a whole page, all of it. */
export function withParts(
  parts: readonly GuidePart[],
  page: string,
  heading: string | undefined,
): readonly GuidePart[] {
  const own = parts.filter((part) => part.page === page);
  if (heading === undefined) return own;
  const from = own.findIndex((part) => part.heading === heading);
  const start = own[from];
  if (start === undefined) return own;
  const below = own.slice(from + 1);
  const end = below.findIndex(({ level }) => level <= start.level);
  return [start, ...(end === -1 ? below : below.slice(0, end))];
}
