export function isInTurn(place: number, half: 0 | 1): boolean;
