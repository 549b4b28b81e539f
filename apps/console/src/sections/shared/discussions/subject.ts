import { foldText } from '@kianda/format';
import type { NamedFigure } from '@kianda/ui';

/** Key of a figure's discussion: by its anchor, or by its title without the numbers, which change. */
export function figureSubject(sectionId: string, { title, id }: NamedFigure): string {
  const name = foldText(id ?? title.replaceAll(/\d+/g, ' '))
    .replaceAll(/[^\w.:-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `console/${sectionId}/${name === '' ? 'figura' : name.slice(0, 100)}`;
}
