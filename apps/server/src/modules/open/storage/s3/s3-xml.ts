import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { z } from 'zod';
import { S3Error } from './s3-error.ts';

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';
/** Texts stay texts: a key `007` is no number. */
const parser = new XMLParser({
  parseTagValue: false,
  ignoreAttributes: true,
  trimValues: false,
  htmlEntities: true,
});

/** Ten thousand parts, each with its sums, have half of these tags. */
const mostTags = 250_000;

/** An answer of S3. Members that are undefined are left out; an array is its element, repeated. */
export function xmlOf(root: string, members: object): string {
  const attributes = root === 'Error' ? '' : ` xmlns="${namespace}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, membersOf(members), attributes)}`;
}

function membersOf(members: object): string {
  let written = '';
  for (const [name, value] of Object.entries(members)) written += memberOf(name, value);
  return written;
}

function memberOf(name: string, value: unknown): string {
  if (typeof value === 'string') return element(name, escaped(value));
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((each) => memberOf(name, each)).join('');
  if (typeof value === 'object') return element(name, value === null ? '' : membersOf(value));
  return element(name, `${value as number | boolean}`);
}

const element = (name: string, content: string, attributes = ''): string =>
  content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '"': '&quot;',
};
const escaped = (text: string): string =>
  /[&<>'"]/.test(text) ? text.replaceAll(/[&<>'"]/g, (mark) => marks[mark] ?? mark) : text;

/** Reads an XML body of at most `maxBytes`. Throws `MalformedXML`. */
export async function readXml<S extends z.ZodType>(
  bytes: AsyncIterable<Uint8Array>,
  root: string,
  schema: S,
  maxBytes = 2 * 1_048_576,
): Promise<z.output<S>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new S3Error('MalformedXML', `O XML passa de ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  const parsed = parse(Buffer.concat(chunks).toString('utf8'));
  const members = typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>)[root] : null;
  const checked = schema.safeParse(members);
  if (!checked.success) throw new S3Error('MalformedXML', undefined, { cause: checked.error });
  return checked.data;
}

/** The tree of a text, in time that grows only with its length. */
function parse(text: string): unknown {
  // Its own entities could make a small body a large one; instructions and comments have no place in what S3 reads.
  const body = text.replace(/^\uFEFF?\s*<\?xml [^>]*\?>/, '');
  if (/<!DOCTYPE|<\?|<!--/.test(body)) throw new S3Error('MalformedXML');
  let tags = 0;
  for (let at = body.indexOf('<'); at !== -1; at = body.indexOf('<', at + 1)) tags += 1;
  if (tags > mostTags) throw new S3Error('MalformedXML', `O XML tem mais de ${mostTags} elementos.`);
  if (XMLValidator.validate(body) !== true) throw new S3Error('MalformedXML');
  try {
    return parser.parse(body);
  } catch (cause) {
    // Nested deeper than the library goes.
    throw new S3Error('MalformedXML', undefined, { cause });
  }
}
