import type { Preview } from '../../shared/intake/preview.ts';
import type { IntakeFile, Overview } from './detail/intake/use-upload.ts';

const fields: Preview['fields'] = [
  {
    name: 'data',
    label: 'Data',
    unit: null,
    description: 'Dia do desembarque.',
    required: true,
    kind: 'date',
    choices: [],
  },
  {
    name: 'quantidade_t',
    label: 'Quantidade',
    unit: 't',
    description: 'Peso vivo.',
    required: true,
    kind: 'number',
    choices: [],
  },
];

/** A file as the server lists it. */
export function intakeFile(change: Partial<IntakeFile> = {}): IntakeFile {
  return {
    id: '22222222-2222-4222-8222-222222222222',
    connectorId: 'angola-inipm',
    stream: 'capturas',
    name: 'capturas.csv',
    way: 'upload',
    state: 'awaiting_confirmation',
    sizeBytes: 2_048,
    sha256: 'ab'.repeat(32),
    receivedAt: '2026-08-31T08:50:00.000Z',
    receivedFrom: 'ana@kianda.test',
    rowsTotal: 3,
    rowsRejected: 1,
    reason: null,
    acceptedAt: null,
    runId: null,
    ...change,
  };
}

export const overview: Overview = {
  formats: [{ stream: 'capturas', label: 'Capturas', layout: 'table', fields }],
  maxFileBytes: 50_000_000,
  folder: 'entrada/angola-inipm',
  sftp: { address: null, credentialsSet: false },
  push: { path: '/admin-api/data/push/angola-inipm', keyId: 'k1', rotatedAt: '2026-08-01T00:00:00.000Z' },
  waiting: [],
};

/** Two good rows and a bad one; the second column is not mapped while `missing` says so. */
export function preview(change: Partial<Preview> = {}): Preview {
  return {
    stream: 'capturas',
    dialect: { format: 'csv', encoding: 'utf-8', delimiter: ';', decimal: 'comma', headerLine: 1 },
    columns: [
      { index: 0, header: 'data', field: 'data', samples: ['15/07/2026'] },
      { index: 1, header: 'peso', field: 'quantidade_t', samples: ['1.234,5'] },
    ],
    fields,
    missing: [],
    warnings: [],
    remembered: false,
    total: 3,
    valid: 2,
    rejected: 1,
    reasons: [{ reason: 'Número inválido', count: 1, firstLine: 3 }],
    rows: [{ line: 2, cells: ['15/07/2026', '1.234,5'], errors: [] }],
    rejectedRows: [
      { line: 3, cells: ['16/07/2026', 'muito'], errors: [{ field: 'quantidade_t', message: 'Número inválido' }] },
    ],
    ...change,
  };
}
