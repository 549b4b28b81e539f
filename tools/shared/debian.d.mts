export const debianTools: Readonly<Record<'gdal-bin' | 'python3-owslib', string>>;
export function missingTools(): readonly string[];
