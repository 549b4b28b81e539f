/** Chromium for the journeys: found, or installed through apt-get where this account may. */
import { existsSync } from 'node:fs';
import process from 'node:process';
import { command } from './stages.mjs';

/** The shell first: it is Chromium without the windows that no journey sees, and needs less of the processor. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

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
    const outputs = [update.output];
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const { output } = await command('apt-get', ['install', '-y', '-qq', name], { env });
      if (findChromium() !== undefined) return { code: 0, output: '' };
      outputs.push(output);
    }
    return { code: 1, output: [...outputs, 'O Chromium não pôde ser instalado.'].join('\n') };
  }
  const output =
    'Os percursos precisam do Chromium: instale-o com «sudo apt-get install chromium» e repita «npm test».';
  return { code: 1, output };
}
