export function isInTurn(place: number, part: number, parts?: number): boolean;
export function restingOf(lists: readonly (readonly string[])[]): readonly string[];
