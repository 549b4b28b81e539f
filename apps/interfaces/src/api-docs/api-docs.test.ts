import { describe, expect, it } from 'vitest';
import { groupOf, readDocument, search } from './openapi.ts';
import { answerOf, kindOf, schemaRows } from './schema-rows.ts';

const operation = (id: string, summary: string, access = 'ocean:read') => ({
  operationId: id,
  summary,
  tags: ['admin-api'],
  'x-access': access,
  responses: { 200: { description: 'Resposta' } },
});
const document = readDocument({
  openapi: '3.1.0',
  info: { title: 'Kianda', version: '2.0.0', description: '' },
  paths: {
    '/admin-api/ocean/stations': { get: operation('listStations', 'Estações de monitorização') },
    '/admin-api/api/gfw/vessel-presence': { get: operation('vesselPresence', 'Presença', 'dashboard:read') },
    '/realtime/{channel}': { get: operation('channel', 'Canal') },
  },
});

describe('document', () => {
  it('becomes a list of operations', () => {
    expect(document.operations.map(({ method, path }) => `${method} ${path}`)[0]).toBe('GET /admin-api/ocean/stations');
    expect(() => readDocument({ paths: 3 })).toThrow();
  });
  it('groups by service and first part of the path', () => {
    expect(document.operations.map(groupOf)).toEqual(['/admin-api · ocean', '/admin-api · gfw', '/realtime']);
  });
  it('is searched by every word, without accents', () => {
    expect(search(document.operations, 'estacoes get')).toHaveLength(1);
    expect(search(document.operations, 'dashboard:read')).toHaveLength(1);
    expect(search(document.operations, 'estações vessel')).toHaveLength(0);
    expect(search(document.operations, '  ')).toHaveLength(3);
  });
});

describe('schemas', () => {
  it('are told in words', () => {
    expect(kindOf({ type: 'array', items: { type: 'integer' } })).toBe('lista de inteiro');
    expect(kindOf({ anyOf: [{ type: 'number' }, { type: 'null' }] })).toBe('número ou nulo');
    expect(kindOf({ enum: ['asc', 'desc'] })).toBe('"asc" ou "desc"');
    expect(kindOf({ type: 'string', format: 'date-time' })).toBe('instante ISO 8601');
    expect(kindOf({})).toBe('qualquer valor');
  });
  it('list their fields, those of lists and of optional objects too', () => {
    const rows = schemaRows({
      type: 'object',
      required: ['cells'],
      properties: {
        cells: {
          type: 'array',
          items: { type: 'object', properties: { hours: { type: 'integer', minimum: 0, maximum: 9007199254740991 } } },
        },
        note: { anyOf: [{ type: 'object', properties: { text: { type: 'string', maxLength: 8 } } }, { type: 'null' }] },
      },
    });
    expect(rows.map(({ name, depth, required, note }) => [name, depth, required, note])).toEqual([
      ['cells', 0, true, ''],
      ['hours', 1, false, 'mínimo 0'],
      ['note', 0, false, ''],
      ['text', 1, false, 'até 8 caracteres'],
    ]);
  });
  it('show the data of an envelope, and other answers whole', () => {
    const data = { type: 'string' };
    expect(answerOf({ properties: { success: {}, data, metadata: {} } })).toBe(data);
    expect(answerOf(data)).toBe(data);
  });
});
