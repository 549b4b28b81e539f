type Package =
  | 'gdal-bin'
  | 'rclone'
  | 'awscli'
  | 'python3-boto3'
  | 'libapache2-mod-auth-openidc'
  | 'python3-qgis'
  | 'python3-owslib'
  | 'cgi-mapserver'
  | 'prometheus';
export const debianTools: Readonly<Record<Package, string>>;
export function missingTools(): readonly string[];
