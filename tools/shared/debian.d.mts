type Package =
  | 'curl'
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

/** By Debian package, a file that it brings: what the bench of the models stands beside. */
export const modelTools: Readonly<Record<string, string>>;
export const spatialTools: Readonly<Record<string, string>>;

/** Installs what is missing, where that can be done; `output` names what is still missing. */
export function ensureDebianTools(
  tools?: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly output: string }>;
