import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createHttpClient, userAgent } from './client.ts';
import type { HttpClientOptions } from './exchange.ts';
import { ProviderError } from './failures.ts';
import type { LookupFunction } from './guard.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A provider on a free port. `seen` lists the requests it received. */
async function serve(handler: Handler): Promise<{ host: string; port: number; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, port, seen };
}

/** A client whose waits are written down instead of waited for. */
function client(host: string | readonly string[], options: Partial<HttpClientOptions> = {}) {
  const waitsMs: number[] = [];
  const made = createHttpClient({
    userAgent: userAgent('2.0.0', 'https://kianda.ao'),
    allowedHosts: [],
    allowPrivateHosts: typeof host === 'string' ? [host] : host,
    nowMs: () => Date.parse('2026-09-01T00:00:00Z'),
    random: () => 0.5,
    sleep: async (ms) => {
      waitsMs.push(ms);
    },
    burst: 1000,
    ...options,
  });
  cleanups.push(() => made.close());
  return { http: made, waitsMs };
}

/** Answers with each of `statuses` in order, then 200. */
function failing(statuses: readonly number[], headers: Record<string, string> = {}): Handler {
  let count = 0;
  return (_request, response) => {
    const status = statuses[count++];
    response.writeHead(status ?? 200, status === undefined ? {} : headers).end(status === undefined ? 'ok' : 'não');
  };
}

async function failure(promise: Promise<unknown>): Promise<ProviderError> {
  const error = await promise.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (error instanceof ProviderError) return error;
  throw new Error(`esperado ProviderError, recebido ${String(error)}`);
}

describe('um pedido', () => {
  test('devolve o corpo, o tipo e os cabeçalhos, diz quem somos e conta', async () => {
    const { host, seen } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', etag: 'W/"1"' }).end('a,b');
    });
    const { http } = client(host);
    const answer = await http.request({ url: `http://${host}/x?y=1`, headers: { Accept: 'text/csv' } });
    expect(answer).toMatchObject({ url: `http://${host}/x?y=1`, status: 200, contentType: 'text/csv' });
    expect(answer.headers.etag).toBe('W/"1"');
    expect(new TextDecoder().decode(answer.bytes)).toBe('a,b');
    expect(seen[0]?.headers['user-agent']).toBe('Kianda/2.0.0 (+https://kianda.ao)');
    expect(http.metrics).toEqual({ requests: 1, bytes: 3, retries: 0, throttled: 0 });
  });

  test('desfaz gzip', async () => {
    const { host } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('olá'));
    });
    const answer = await client(host).http.request({ url: `http://${host}/` });
    expect(new TextDecoder().decode(answer.bytes)).toBe('olá');
  });

  test('um estado aceite é resposta, os outros são erro com a sua classe', async () => {
    const { host } = await serve((request, response) => {
      response.writeHead(Number(request.url?.slice(1, 4))).end('motivo');
    });
    const { http } = client(host, { maxAttempts: 1 });
    expect((await http.request({ url: `http://${host}/404`, accept: [404] })).status).toBe(404);
    for (const [status, expected, permanent] of [
      [401, 'auth', true],
      [403, 'auth', true],
      [404, 'request', true],
      [422, 'request', true],
      [408, 'timeout', false],
      [429, 'quota', false],
      [500, 'provider', false],
      [501, 'provider', true],
      [503, 'provider', false],
    ] as const) {
      const error = await failure(http.request({ url: `http://${host}/${status}?chave=segredo` }));
      expect({ status: error.status, failure: error.failure, permanent: error.permanent }).toEqual({
        status,
        failure: expected,
        permanent,
      });
      expect(error.message).toContain('motivo');
      expect(error.message).not.toContain('segredo');
    }
  });
});

describe('tentativas', () => {
  test.each([408, 425, 429, 500, 502, 503, 504])('repete %i até passar, com espera exponencial', async (status) => {
    const { host, seen } = await serve(failing([status, status, status]));
    const { http, waitsMs } = client(host);
    expect((await http.request({ url: `http://${host}/` })).status).toBe(200);
    expect(seen.length).toBe(4);
    expect(waitsMs).toEqual([250, 500, 1000]);
    expect(http.metrics).toMatchObject({ requests: 4, retries: 3, throttled: status === 429 ? 3 : 0 });
  });

  test('desiste à quinta', async () => {
    const { host, seen } = await serve(failing([500, 500, 500, 500, 500, 500]));
    const error = await failure(client(host).http.request({ url: `http://${host}/` }));
    expect(error).toMatchObject({ failure: 'provider', status: 500, permanent: false });
    expect(seen.length).toBe(5);
  });

  test('não repete o que não passa', async () => {
    const { host, seen } = await serve(failing([400]));
    await failure(client(host).http.request({ url: `http://${host}/` }));
    expect(seen.length).toBe(1);
  });

  test('classify vale mais do que o estado', async () => {
    const flapping = await serve(failing([404, 404]));
    const patient = client(flapping.host).http;
    const retry = (response: { status: number }) => (response.status === 404 ? ('retry' as const) : null);
    expect((await patient.request({ url: `http://${flapping.host}/`, classify: retry })).status).toBe(200);
    expect(flapping.seen.length).toBe(3);

    const lying = await serve(failing([500]));
    const error = await failure(
      client(lying.host).http.request({ url: `http://${lying.host}/`, classify: () => 'fail' }),
    );
    expect(error).toMatchObject({ failure: 'request', permanent: true, status: 500 });
    expect(lying.seen.length).toBe(1);
  });

  test('espera o Retry-After, em segundos ou em data', async () => {
    const seconds = await serve(failing([429], { 'retry-after': '7' }));
    const first = client(seconds.host);
    await first.http.request({ url: `http://${seconds.host}/` });
    expect(first.waitsMs).toEqual([7000]);

    const date = await serve(failing([503], { 'retry-after': 'Tue, 01 Sep 2026 00:00:30 GMT' }));
    const second = client(date.host);
    await second.http.request({ url: `http://${date.host}/` });
    expect(second.waitsMs).toEqual([30_000]);
  });

  test('um Retry-After longo termina o pedido e diz quando voltar', async () => {
    const { host, seen } = await serve(failing([429], { 'retry-after': '3600' }));
    const { http, waitsMs } = client(host);
    const error = await failure(http.request({ url: `http://${host}/` }));
    expect(error).toMatchObject({ failure: 'quota', retryAfterSeconds: 3600, permanent: false, status: 429 });
    expect(seen.length).toBe(1);
    expect(waitsMs).toEqual([]);
  });

  test('repete quando a ligação cai a meio do corpo', async () => {
    let count = 0;
    const { host } = await serve((_request, response) => {
      count += 1;
      if (count > 1) return void response.end('completo');
      response.writeHead(200, { 'content-length': '1000' });
      response.write('só o início', () => response.destroy());
    });
    const answer = await client(host).http.request({ url: `http://${host}/` });
    expect(new TextDecoder().decode(answer.bytes)).toBe('completo');
  });

  test('um servidor que não existe é falha de rede', async () => {
    const { host } = await serve(() => undefined);
    await cleanups.pop()?.();
    const error = await failure(client(host).http.request({ url: `http://${host}/` }));
    expect(error).toMatchObject({ failure: 'network', permanent: false, status: null });
  });
});

describe('limites', () => {
  test('um provedor calado é uma falha por tempo', async () => {
    const { host, seen } = await serve(() => undefined);
    const { http } = client(host, { maxAttempts: 2 });
    // Long enough for the request to arrive on a busy machine.
    const error = await failure(http.request({ url: `http://${host}/`, timeoutMs: 1_000 }));
    expect(error).toMatchObject({ failure: 'timeout', permanent: false });
    expect(seen.length).toBe(2);
  });

  test('o sinal termina o pedido com a sua razão, sem nova tentativa', async () => {
    const controller = new AbortController();
    const reason = new Error('execução cancelada');
    const { host, seen } = await serve(() => controller.abort(reason));
    const { http } = client(host, { signal: controller.signal });
    await expect(http.request({ url: `http://${host}/` })).rejects.toBe(reason);
    await expect(http.request({ url: `http://${host}/` })).rejects.toBe(reason);
    expect(seen.length).toBe(1);
  });

  test('corta respostas maiores do que o limite, comprimidas ou não', async () => {
    const { host } = await serve((request, response) => {
      if (request.url === '/bomba')
        return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000)));
      response.end(Buffer.alloc(20_000));
    });
    const { http } = client(host);
    for (const path of ['/grande', '/bomba']) {
      const error = await failure(http.request({ url: `http://${host}${path}`, maxBytes: 10_000 }));
      expect(error).toMatchObject({ failure: 'provider', permanent: true });
      expect(error.message).toContain('10000 bytes');
    }
  });

  test('não passa da concorrência por anfitrião', async () => {
    let inFlight = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    const { host } = await serve((_request, response) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      waiting.push(() => {
        inFlight -= 1;
        response.end('ok');
      });
      if (waiting.length === 2) for (const finish of waiting.splice(0)) finish();
    });
    const { http } = client(host, { maxConcurrency: 2 });
    await Promise.all(Array.from({ length: 6 }, () => http.request({ url: `http://${host}/` })));
    expect(most).toBe(2);
  });

  test('gasta o orçamento por minuto e depois espera a sua vez', async () => {
    const { host } = await serve((_request, response) => void response.end('ok'));
    const { http, waitsMs } = client(host, { burst: 2, tokensPerMinute: 60 });
    for (let count = 0; count < 4; count += 1) await http.request({ url: `http://${host}/` });
    expect(waitsMs).toEqual([1000, 2000]);
  });
});

describe('redirecionamentos', () => {
  test('no mesmo anfitrião seguem com os cabeçalhos; para outro, sem credenciais', async () => {
    const other = await serve((_request, response) => void response.end('outro'));
    const { host, seen } = await serve((request, response) => {
      const to = request.url === '/a' ? '/b' : `http://${other.host}/c`;
      response.writeHead(302, { location: to }).end();
    });
    const { http } = client([host, other.host]);
    const headers = { Authorization: 'Bearer segredo', 'X-Api-Key': 'segredo', Cookie: 's=1', Accept: 'text/plain' };
    const answer = await http.request({ url: `http://${host}/a`, headers });
    expect(answer.url).toBe(`http://${other.host}/c`);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer segredo', 'Bearer segredo']);
    expect(other.seen[0]?.headers.accept).toBe('text/plain');
    for (const name of ['authorization', 'x-api-key', 'cookie']) expect(other.seen[0]?.headers[name]).toBeUndefined();
  });

  test('cada passo é verificado: um canário fora da lista nunca é contactado', async () => {
    const canary = await serve((_request, response) => void response.end('interno'));
    const { host } = await serve((_request, response) => {
      response.writeHead(302, { location: `http://${canary.host}/` }).end();
    });
    const error = await failure(client(host).http.request({ url: `http://${host}/` }));
    expect(error).toMatchObject({ failure: 'blocked', permanent: true });
    expect(canary.seen.length).toBe(0);
  });

  test('303 passa a GET; um POST não vai com o corpo para outro anfitrião', async () => {
    const other = await serve((_request, response) => void response.end('x'));
    const { host, seen } = await serve((request, response) => {
      if (request.url === '/303') return void response.writeHead(303, { location: '/fim' }).end();
      if (request.url === '/307') return void response.writeHead(307, { location: `http://${other.host}/` }).end();
      response.end('ok');
    });
    const { http } = client([host, other.host]);
    await http.request({ url: `http://${host}/303`, method: 'POST', body: 'senha=1' });
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'GET']);
    const error = await failure(http.request({ url: `http://${host}/307`, method: 'POST', body: 'senha=1' }));
    expect(error.failure).toBe('blocked');
    expect(other.seen.length).toBe(0);
  });

  test('um ciclo termina', async () => {
    const { host, seen } = await serve((_request, response) => void response.writeHead(302, { location: '/' }).end());
    const error = await failure(client(host).http.request({ url: `http://${host}/` }));
    expect(error.failure).toBe('blocked');
    expect(seen.length).toBe(6);
  });
});

describe('guarda de rede', () => {
  test('um nome permitido que aponta para dentro é recusado antes de ligar', async () => {
    const canary = await serve((_request, response) => void response.end('interno'));
    const inwards: LookupFunction = (_name, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    const rule = `provedor.example:${canary.port}`;
    const { http } = client([], { allowedHosts: [rule], resolve: inwards });
    const error = await failure(http.request({ url: `https://${rule}/` }));
    expect(error).toMatchObject({ failure: 'blocked', permanent: true });
    expect(error.message).toContain('127.0.0.1');
    expect(canary.seen.length).toBe(0);
  });

  test('um redirecionamento para um nome permitido que aponta para dentro é recusado antes de ligar', async () => {
    const canary = await serve((_request, response) => void response.end('interno'));
    const rule = `provedor.example:${canary.port}`;
    const { host } = await serve((_request, response) => {
      response.writeHead(302, { location: `https://${rule}/` }).end();
    });
    for (const address of ['127.0.0.1', '10.0.0.8', '192.168.1.1', '169.254.169.254', '::1', 'fe80::1', 'fd00::1']) {
      const inwards: LookupFunction = (_name, _options, callback) =>
        callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
      const { http } = client(host, { allowedHosts: [rule], resolve: inwards });
      const error = await failure(http.request({ url: `http://${host}/` }));
      expect(error).toMatchObject({ failure: 'blocked', permanent: true });
      expect(error.message).toContain(address);
    }
    expect(canary.seen.length).toBe(0);
  });

  test('o canário literal, em qualquer grafia, é recusado', async () => {
    const canary = await serve((_request, response) => void response.end('interno'));
    const { http } = client([], { allowedHosts: ['127.0.0.1', '[::1]'] });
    for (const name of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost'])
      for (const scheme of ['http', 'https'])
        expect((await failure(http.request({ url: `${scheme}://${name}:${canary.port}/` }))).failure).toBe('blocked');
    expect(canary.seen.length).toBe(0);
  });
});
