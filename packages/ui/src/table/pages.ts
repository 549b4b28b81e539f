/** Last page of so many rows; the first where there is none. */
export const lastPageOf = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** A wished page, between the first and the last. */
export const clampPage = (page: number, total: number, size: number): number =>
  Math.min(Math.max(1, page), lastPageOf(total, size));

const mostButtons = 5;

/** Numbers of at most five page buttons around the present one, and of the last where it is not among them. */
export function pageButtonsWithLast(page: number, lastPage: number): readonly number[] {
  const buttons = pageButtons(page, lastPage);
  return buttons.includes(lastPage) ? buttons : [...buttons, lastPage];
}

/** Numbers of at most five page buttons around the present one. */
export function pageButtons(page: number, lastPage: number): readonly number[] {
  const count = Math.min(mostButtons, lastPage);
  const first = Math.min(Math.max(1, page - Math.floor(mostButtons / 2)), lastPage - count + 1);
  return Array.from({ length: count }, (_, index) => first + index);
}
