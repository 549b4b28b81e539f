import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'];
const timeoutMs = 40_000;
/** Largest photograph that is kept, bytes. */
const mostBytes = 400_000;

/** The first Chromium that is installed; null where there is none. */
export async function findBrowser(): Promise<string | null> {
  for (const path of browsers) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return null;
}

/**
 * Photographs a page that opens without a session, 480 × 300 pixels, as a PNG; null where the browser made none. The
 * address is always one of the platform's own.
 */
export async function photographOf(browser: string, address: string, signal: AbortSignal): Promise<Buffer | null> {
  const folder = await mkdtemp(join(tmpdir(), 'kianda-retrato-'));
  const file = join(folder, 'pagina.png');
  const options = [
    ...['--headless=new', '--disable-gpu', '--hide-scrollbars', '--disable-background-networking', '--disable-sync'],
    // The browser's own sandbox needs rights that a service seldom has; what it opens is the platform's own page.
    ...['--no-sandbox', '--disable-dev-shm-usage', `--user-data-dir=${join(folder, 'perfil')}`],
    ...['--window-size=960,600', '--force-device-scale-factor=0.5', `--screenshot=${file}`, address],
  ];
  try {
    await new Promise<void>((settle, fail) => {
      execFile(browser, options, { timeout: timeoutMs, signal, killSignal: 'SIGKILL' }, (error) =>
        error === null ? settle() : fail(error),
      );
    });
    const image = await readFile(file);
    return image.byteLength > mostBytes ? null : image;
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
