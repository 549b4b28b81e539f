/** Public clients that the conformance tests drive: found, or installed through apt-get where this account may. */
import { existsSync } from 'node:fs';
import process from 'node:process';
import { command } from './stages.mjs';

/** By Debian package, a file that it brings. */
export const debianTools = {
  curl: '/usr/bin/curl',
  'gdal-bin': '/usr/bin/ogrinfo',
  rclone: '/usr/bin/rclone',
  awscli: '/usr/bin/aws',
  'python3-boto3': '/usr/lib/python3/dist-packages/boto3/__init__.py',
  'libapache2-mod-auth-openidc': '/usr/lib/apache2/modules/mod_auth_openidc.so',
  'python3-qgis': '/usr/lib/python3/dist-packages/qgis/__init__.py',
  'cgi-mapserver': '/usr/lib/cgi-bin/mapserv',
  prometheus: '/usr/bin/promtool',
  'python3-owslib': '/usr/lib/python3/dist-packages/owslib/__init__.py',
};

/** By Debian package, a file that it brings: what the bench of the models stands beside. */
export const modelTools = {
  'r-cran-glmnet': '/usr/lib/R/site-library/glmnet/DESCRIPTION',
  'r-cran-forecast': '/usr/lib/R/site-library/forecast/DESCRIPTION',
  'r-cran-mlbench': '/usr/lib/R/site-library/mlbench/DESCRIPTION',
  'python3-sklearn': '/usr/lib/python3/dist-packages/sklearn/__init__.py',
};

/** By Debian package, a file that it brings: what the bench of the spatial analyses stands beside. */
export const spatialTools = {
  'r-cran-spdep': '/usr/lib/R/site-library/spdep/DESCRIPTION',
  'r-cran-gstat': '/usr/lib/R/site-library/gstat/DESCRIPTION',
  'grass-core': '/usr/bin/grass',
  'python3-skimage': '/usr/lib/python3/dist-packages/skimage/__init__.py',
  'python3-igraph': '/usr/lib/python3/dist-packages/igraph/__init__.py',
  'python3-scipy': '/usr/lib/python3/dist-packages/scipy/__init__.py',
  'python3-sklearn': '/usr/lib/python3/dist-packages/sklearn/__init__.py',
  'postgresql-15-postgis-3': '/usr/share/postgresql/15/extension/postgis.control',
  'python3-geographiclib': '/usr/lib/python3/dist-packages/geographiclib/__init__.py',
};

/**
 * Packages that are missing.
 * @param {Readonly<Record<string, string>>} tools
 */
export function missingTools(tools = debianTools) {
  return Object.entries(tools).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
}

/**
 * Installs what is missing, where that can be done; without it, the tests that need it say so and are skipped.
 * @param {Readonly<Record<string, string>>} tools
 */
export async function ensureDebianTools(tools = debianTools) {
  const missing = missingTools(tools);
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (missing.length > 0 && mayInstall) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await command('apt-get', ['update', '-qq'], { env });
    await command('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env });
  }
  const still = missingTools(tools);
  const output =
    still.length === 0
      ? ''
      : `Faltam ${still.join(', ')}: «sudo apt-get install ${still.join(' ')}» põe-nos nos ensaios.`;
  return { code: 0, output };
}
