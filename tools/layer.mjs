/** `npm run layer`: layers of foreign files in a running platform, by an API key. Any Node ≥ 20.19. */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runTool, StepError, say } from './shared/steps.mjs';

const usage = `Uso: npm run layer -- <comando> --chave=<ficheiro com a chave da API> [--endereco=http://127.0.0.1:3000]
  list
  add <ficheiro> --id=<identificador> --titulo=… --licenca=… --citacao=… [--descricao=…] [--tabela=…] [--tempo=<coluna>] [--leitores=private|staff|public]
  replace <id> <ficheiro> [--tabela=…] [--tempo=<coluna>] [--deixar-de-fora]
  append <id> <ficheiro> [--tabela=…] [--deixar-de-fora]
  remove <id> --confirmar=<id>
--tempo diz que coluna de datas diz quando foi cada elemento; vazio, nenhuma.
A chave precisa de layers:read e layers:write. --deixar-de-fora importa o resto quando há linhas com erro.`;

const pollMs = 500;
/** A part that a cut line loses is sent so many times, the wait between them growing from this. */
const tries = 6;
const firstWaitMs = 250;

function readArguments() {
  const text = { type: /** @type {const} */ ('string') };
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        ...{
          chave: text,
          endereco: { ...text, default: 'http://127.0.0.1:3000' },
          id: text,
          titulo: text,
          licenca: text,
        },
        ...{ citacao: text, descricao: text, tabela: text, tempo: text, leitores: text, confirmar: text },
        'deixar-de-fora': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
    process.exit(1);
  }
}

const { values: options, positionals } = readArguments();

/** @param {string | undefined} value */
function needed(value) {
  if (value === undefined || value === '') throw new StepError(usage);
  return value;
}

function apiKey() {
  const file = needed(options.chave);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new StepError(`Não se lê a chave em «${file}».`);
  }
}

/** The platform was not reached, or did not answer to the end. */
class CutLine extends StepError {}

/**
 * Data of an answer of the platform. Throws its own words for a refusal.
 * @param {string} method
 * @param {string} path
 * @param {{ json?: unknown, bytes?: () => ReadableStream }} [body]
 */
async function ask(method, path, { json, bytes } = {}) {
  const address = new URL(`/admin-api/layers${path}`, options.endereco);
  const type = json === undefined ? 'application/octet-stream' : 'application/json';
  const sent = json !== undefined || bytes !== undefined;
  /** @type {RequestInit & { duplex?: 'half' }} */
  const request = {
    method,
    headers: { authorization: `Bearer ${apiKey()}`, ...(sent ? { 'content-type': type } : {}) },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(bytes === undefined ? {} : { body: bytes(), duplex: 'half' }),
  };
  const answer = await fetch(address, request).catch((error) => {
    throw new CutLine(`A plataforma não responde em ${address.origin}: ${error.cause?.message ?? error.message}`);
  });
  const content = await answer.json().catch(() => ({}));
  if (answer.ok) return content.data;
  const issues = (content.issues ?? []).map((/** @type {{ message: string }} */ issue) => issue.message);
  throw new StepError([content.detail ?? content.message ?? `Resposta ${answer.status}.`, ...issues].join('\n'));
}

/**
 * @template T
 * @param {() => Promise<T>} send
 * @returns {Promise<T>}
 */
async function again(send) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof CutLine)) throw error;
      if (attempt === tries) {
        throw new StepError(`${error.message}\nCorra o mesmo comando quando houver ligação: continua de onde ficou.`);
      }
      await wait(firstWaitMs * 2 ** attempt);
    }
  }
}

/** @param {string} file */
async function hashOf(file) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Sends a file in parts; what an earlier run sent of it is not sent again.
 * @param {string} file
 */
async function upload(file) {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (!(facts?.isFile() ?? false)) throw new StepError(`Não existe «${file}».`);
  const { size, mtimeMs } = /** @type {import('node:fs').Stats} */ (facts);
  const asked = { fileName: basename(file), sizeBytes: size, mark: String(Math.floor(mtimeMs)) };
  const { id, partBytes, parts } = await again(() => ask('POST', '/uploads', { json: asked }));
  const count = Math.ceil(size / partBytes);
  if (parts.length > 0) say(`Retomado: ${parts.length} de ${count} partes já tinham chegado.`);
  for (let part = 1; part <= count; part += 1) {
    if (parts.includes(part)) continue;
    const [start, end] = [(part - 1) * partBytes, Math.min(size, part * partBytes) - 1];
    const bytes = () => /** @type {ReadableStream} */ (Readable.toWeb(createReadStream(file, { start, end })));
    await again(() => ask('PUT', `/uploads/${id}/parts/${part}`, { bytes }));
    if (count > 1) say(`Parte ${part} de ${count} enviada.`);
  }
  const found = await ask('POST', `/uploads/${id}/complete`);
  if (found.sha256 !== (await hashOf(file))) {
    throw new StepError(`«${file}» mudou enquanto era enviado: corra o comando de novo.`);
  }
  say(`Recebido: ${found.tables.map((/** @type {{ name: string }} */ table) => table.name).join(', ')}.`);
  return found.id;
}

/** @type {(count: number, one: string, several: string) => string} */
const counted = (count, one, several) => `${count} ${count === 1 ? one : several}`;

/** Rows that are named for one reason; of the others only how many they are is told. */
const mostRows = 5;

/**
 * Tells which rows an import left out or doubted, once for each reason.
 * @param {readonly { row: number, reason: string }[]} rows those that the platform names
 * @param {string} fate
 * @param {number} total
 */
function tell(rows, fate, total) {
  for (const [reason, alike = []] of Map.groupBy(rows, (one) => one.reason)) {
    const named = alike.slice(0, mostRows).map(({ row }) => row);
    const others = alike.length > named.length ? ` e mais ${alike.length - named.length}` : '';
    say(`${alike.length === 1 ? 'Linha' : 'Linhas'} ${named.join(', ')}${others} ${fate}: ${reason}.`);
  }
  if (total > rows.length) say(`Ao todo, ${counted(total, 'linha', 'linhas')} ${fate}.`);
}

/**
 * Waits for the import of a layer, and tells how it ended. Throws where it failed.
 * @param {string} id
 */
async function finished(id) {
  for (let told = ''; ; await wait(pollMs)) {
    const { lastImport: run, features } = await ask('GET', `/${id}`);
    const line = `${counted(run.rowsRead, 'linha lida', 'linhas lidas')}.`;
    if (line !== told && run.rowsRead > 0) say(line);
    told = line;
    if (run.state === 'failed') throw new StepError(run.error);
    if (run.state !== 'done') continue;
    tell(run.refused, 'de fora', run.rowsRefused);
    tell(run.doubtful, 'com dúvida', run.rowsDoubtful);
    say(`Camada «${id}»: ${counted(features, 'elemento', 'elementos')}.`);
    return;
  }
}

const taken = (/** @type {string} */ fileId) => ({
  fileId,
  skipFaulty: options['deixar-de-fora'],
  ...(options.tabela === undefined ? {} : { table: options.tabela }),
  ...(options.tempo === undefined ? {} : { timeColumn: options.tempo === '' ? null : options.tempo }),
});

/** @type {Readonly<Record<string, () => Promise<unknown>>>} */
const commands = {
  async list() {
    const { layers } = await ask('GET', '');
    for (const { id, title, features, readers, lastImport } of layers) {
      say(`${id}\t${features ?? '—'} elementos\t${readers}\t${lastImport?.state ?? '—'}\t${title}`);
    }
  },
  async add() {
    const { id, titulo, licenca, citacao, descricao, leitores } = options;
    const layer = { id: needed(id), title: needed(titulo), licence: needed(licenca), citation: needed(citacao) };
    const more = {
      ...(descricao === undefined ? {} : { description: descricao }),
      ...(leitores === undefined ? {} : { readers: leitores }),
    };
    const fileId = await upload(needed(positionals[1]));
    await ask('POST', '', { json: { ...layer, ...more, ...taken(fileId) } });
    await finished(layer.id);
  },
  replace: () => update('replace'),
  append: () => update('append'),
  async remove() {
    const id = needed(positionals[1]);
    const confirm = encodeURIComponent(needed(options.confirmar));
    const { features } = await ask('DELETE', `/${encodeURIComponent(id)}?confirm=${confirm}`);
    say(`Camada «${id}» removida, com ${features} elementos.`);
  },
};

/** @param {'replace' | 'append'} kind */
async function update(kind) {
  const id = needed(positionals[1]);
  const fileId = await upload(needed(positionals[2]));
  await ask('POST', `/${encodeURIComponent(id)}/imports`, { json: { kind, ...taken(fileId) } });
  await finished(id);
}

await runTool(async () => {
  const command = commands[positionals[0] ?? ''];
  if (command === undefined) throw new StepError(usage);
  await command();
  return 0;
});
