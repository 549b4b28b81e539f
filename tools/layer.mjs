/** `npm run layer`: layers of foreign files in a running platform, by an API key. Any Node ≥ 20.19. */
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
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}\n`);
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

/**
 * Data of an answer of the platform. Throws its own words for a refusal.
 * @param {string} method
 * @param {string} path
 * @param {{ json?: unknown, file?: string }} [body]
 */
async function ask(method, path, { json, file } = {}) {
  const address = new URL(`/admin-api/layers${path}`, options.endereco);
  const type = json === undefined ? 'application/octet-stream' : 'application/json';
  const sent = json !== undefined || file !== undefined;
  /** @type {RequestInit & { duplex?: 'half' }} */
  const request = {
    method,
    headers: { authorization: `Bearer ${apiKey()}`, ...(sent ? { 'content-type': type } : {}) },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(file === undefined
      ? {}
      : { body: /** @type {ReadableStream} */ (Readable.toWeb(createReadStream(file))), duplex: 'half' }),
  };
  const answer = await fetch(address, request).catch((error) => {
    throw new StepError(`A plataforma não responde em ${address.origin}: ${error.cause?.message ?? error.message}`);
  });
  const content = await answer.json().catch(() => ({}));
  if (answer.ok) return content.data;
  const issues = (content.issues ?? []).map((/** @type {{ message: string }} */ issue) => issue.message);
  throw new StepError([content.detail ?? content.message ?? `Resposta ${answer.status}.`, ...issues].join('\n'));
}

/** @param {string} file */
async function upload(file) {
  if (!(statSync(file, { throwIfNoEntry: false })?.isFile() ?? false)) throw new StepError(`Não existe «${file}».`);
  const found = await ask('POST', `/files?fileName=${encodeURIComponent(basename(file))}`, { file });
  say(`Recebido: ${found.tables.map((/** @type {{ name: string }} */ table) => table.name).join(', ')}.`);
  return found.id;
}

/**
 * Waits for the import of a layer, and tells how it ended. Throws where it failed.
 * @param {string} id
 */
async function finished(id) {
  for (let told = ''; ; await wait(pollMs)) {
    const { lastImport: run, features } = await ask('GET', `/${id}`);
    const line = `${run.rowsRead} linhas lidas.`;
    if (line !== told && run.rowsRead > 0) say(line);
    told = line;
    if (run.state === 'failed') throw new StepError(run.error);
    if (run.state !== 'done') continue;
    for (const { row, reason } of run.refused) say(`Linha ${row} de fora: ${reason}.`);
    for (const { row, reason } of run.doubtful) say(`Linha ${row} com dúvida: ${reason}.`);
    say(`Camada «${id}»: ${features} elementos.`);
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
