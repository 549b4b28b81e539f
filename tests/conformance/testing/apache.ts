import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './world.ts';

const modules = '/usr/lib/apache2/modules';

/** Apache with Debian's `mod_auth_openidc` before one page, which says who came: `register` gets its address of return. */
export async function startApache(
  issuer: string,
  register: (redirectUri: string) => Promise<{ readonly clientId: string; readonly secret: string | null }>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'kianda-apache-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { clientId, secret } = await register(`${url}/protegido/volta`);
  await mkdir(join(folder, 'site/protegido'), { recursive: true });
  // The server writes into the page who the module says is there.
  await writeFile(
    join(folder, 'site/protegido/index.shtml'),
    '<!--#echo var="REMOTE_USER" --> <!--#echo var="OIDC_CLAIM_email" --> <!--#echo var="OIDC_CLAIM_iss" -->\n',
  );
  const config = join(folder, 'apache.conf');
  const names = [
    'mpm_event',
    'authn_core',
    'authz_core',
    'authz_user',
    'dir',
    'mime',
    'include',
    'env',
    'auth_openidc',
  ];
  await writeFile(
    config,
    `ServerRoot "${folder}"
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile "${folder}/apache.pid"
ErrorLog "${folder}/error.log"
LogLevel warn
${names.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
User nobody
Group nogroup
TypesConfig /etc/mime.types
DocumentRoot "${folder}/site"
OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${clientId}
OIDCClientSecret ${secret}
OIDCRedirectURI ${url}/protegido/volta
OIDCCryptoPassphrase ${folder}
OIDCPKCEMethod S256
OIDCScope "openid profile email"
OIDCRemoteUserClaim email
<Location /protegido>
  AuthType openid-connect
  Require valid-user
  Options +Includes
  AddOutputFilter INCLUDES .shtml
  DirectoryIndex index.shtml
</Location>
`,
  );
  await run('chmod', ['-R', 'a+rX', folder]);
  const server = spawn('/usr/sbin/apache2', ['-X', '-f', config], {
    stdio: 'ignore',
    env: { PATH: '/usr/sbin:/usr/bin:/bin' },
  });
  const ended = once(server, 'exit');
  const log = () => readFile(join(folder, 'error.log'), 'utf8').catch(() => '');
  for (;;) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answers) break;
    if (server.exitCode !== null) throw new Error(`apache2 did not start: ${await log()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    log,
    async close() {
      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function run(command: string, args: readonly string[]): Promise<void> {
  await once(spawn(command, [...args], { stdio: 'ignore' }), 'exit');
}
