export function readSources(overlay?: Readonly<Record<string, string>>): readonly unknown[];
