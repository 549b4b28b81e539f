/** File servers of others over the same folder of objects: Python's, and nginx where it is installed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../tests/conformance/testing/world.ts';

const nginxBinary = '/usr/sbin/nginx';
const startAttempts = 200;

export type FileServer = { readonly name: string; readonly url: string; stop(): Promise<void> };

export async function startPython(folder: string): Promise<FileServer> {
  const port = await freePort();
  const args = ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', folder];
  return running('python3 -m http.server', port, spawn('python3', args, { stdio: 'ignore' }));
}

/** Null where nginx is not installed. One worker, as many as Kianda has processes that answer. */
export async function startNginx(folder: string): Promise<FileServer | null> {
  if (!existsSync(nginxBinary)) return null;
  const port = await freePort();
  const own = await mkdtemp(join(tmpdir(), 'kianda-nginx-'));
  await chmod(own, 0o755);
  const settings = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes 1; daemon off; pid ${own}/pid; error_log ${own}/erros;
    events { worker_connections 256; }
    http {
      access_log off; sendfile on;
      client_body_temp_path ${own}/a; proxy_temp_path ${own}/b; fastcgi_temp_path ${own}/c; uwsgi_temp_path ${own}/d;
      scgi_temp_path ${own}/e;
      server { listen 127.0.0.1:${port}; root ${folder}; }
    }`;
  await writeFile(join(own, 'nginx.conf'), settings);
  return running('nginx', port, spawn(nginxBinary, ['-c', join(own, 'nginx.conf')], { stdio: 'ignore' }));
}

async function running(name: string, port: number, child: ChildProcess): Promise<FileServer> {
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 1; ; attempt += 1) {
    if (await answers(url)) break;
    if (child.exitCode !== null || attempt >= startAttempts) throw new Error(`${name} does not answer at ${url}`);
    await wait(50);
  }
  return {
    name,
    url,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
