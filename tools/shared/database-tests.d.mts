export function areaOf(path: string): string | null;
export function areasWithSql(): ReadonlySet<string>;
export const askedElsewhere: Readonly<Record<string, string>>;
export const otherSubjects: Readonly<Record<string, readonly string[]>>;
export function openingTests(): readonly string[];
export function databaseTests(): readonly string[];
