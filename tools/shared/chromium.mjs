/** Chromium for the journeys: found, or installed through apt-get where this account may. */
import { existsSync } from 'node:fs';
import process from 'node:process';
import { command } from './stages.mjs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of an installed Chromium; undefined when there is none. */
export function findChromium() {
  return places.find((place) => existsSync(place));
}

/** Makes sure there is a Chromium; otherwise says how to get one. */
export async function ensureChromium() {
  if (findChromium() !== undefined) return { code: 0, output: '' };
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    const update = await command('apt-get', ['update', '-qq'], { env });
    const install = await command('apt-get', ['install', '-y', '-qq', 'chromium'], { env });
    if (findChromium() !== undefined) return { code: 0, output: '' };
    return { code: 1, output: `${update.output}\n${install.output}\nO Chromium não pôde ser instalado.` };
  }
  const output =
    'Os percursos precisam do Chromium: instale-o com «sudo apt-get install chromium» e repita «npm test».';
  return { code: 1, output };
}
