export const serverSubjects: Readonly<Record<string, readonly string[]>>;
export function postgisTests(): readonly string[];
export function databaseTests(): readonly string[];
