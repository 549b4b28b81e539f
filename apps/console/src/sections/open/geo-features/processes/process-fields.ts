import { processTexts as texts } from '../texts.pt.ts';

/** One input of an analysis as a person fills it in. */
export type ProcessField = {
  readonly name: string;
  readonly title: string;
  readonly isRequired: boolean;
  readonly kind: 'text' | 'long-text' | 'number' | 'boolean' | 'choice' | 'numbers' | 'json';
  readonly choices: readonly string[];
};

type Json = Readonly<Record<string, unknown>>;
/** Beyond this, a text gets several lines. */
const longText = 500;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of an analysis from what its description says that it receives. */
export function processFields(inputs: Json): readonly ProcessField[] {
  return Object.entries(inputs).map(([name, value]) => {
    const input = isJson(value) ? value : {};
    const schema = isJson(input.schema) ? input.schema : {};
    const choices = Array.isArray(schema.enum) ? schema.enum.filter((one) => typeof one === 'string') : [];
    return {
      name,
      title: typeof input.title === 'string' ? input.title : name,
      isRequired: input.minOccurs !== 0,
      kind: kindOf(schema, choices.length > 0),
      choices,
    };
  });
}

function kindOf(schema: Json, hasChoices: boolean): ProcessField['kind'] {
  if (hasChoices) return 'choice';
  if (schema.type === 'string') {
    return typeof schema.maxLength === 'number' && schema.maxLength > longText ? 'long-text' : 'text';
  }
  if (schema.type === 'number' || schema.type === 'integer') return 'number';
  if (schema.type === 'boolean') return 'boolean';
  const items = isJson(schema.items) ? schema.items : {};
  return schema.type === 'array' && items.type === 'number' ? 'numbers' : 'json';
}

export type Drafts = Readonly<Record<string, string>>;
type Read = { readonly inputs: Json; readonly errors: Drafts };

/** Inputs to send, and what is wrong with which field. An empty optional field is not sent. */
export function readDrafts(fields: readonly ProcessField[], drafts: Drafts): Read {
  const inputs: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const text = (drafts[field.name] ?? '').trim();
    if (text === '') {
      if (field.isRequired) errors[field.name] = texts.missing;
      continue;
    }
    const value = readText(field, text);
    if (value === undefined) errors[field.name] = field.kind === 'json' ? texts.badJson : texts.badList;
    else inputs[field.name] = value;
  }
  return { inputs, errors };
}

/** Undefined for what cannot be read. */
function readText({ kind }: ProcessField, text: string): unknown {
  switch (kind) {
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'boolean':
      return text === 'true';
    case 'numbers': {
      const numbers = text.split(/[\s,;]+/).map(Number);
      return numbers.every(Number.isFinite) ? numbers : undefined;
    }
    case 'json':
      try {
        return JSON.parse(text) as unknown;
      } catch (error) {
        if (error instanceof SyntaxError) return undefined;
        throw error;
      }
    default:
      return text;
  }
}
