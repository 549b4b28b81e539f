export const debianTools: Readonly<Record<'gdal-bin' | 'rclone' | 'awscli' | 'python3-owslib', string>>;
export function missingTools(): readonly string[];
