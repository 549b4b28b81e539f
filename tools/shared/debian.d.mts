export const debianTools: Readonly<
  Record<'gdal-bin' | 'rclone' | 'awscli' | 'libapache2-mod-auth-openidc' | 'python3-qgis' | 'python3-owslib', string>
>;
export function missingTools(): readonly string[];
