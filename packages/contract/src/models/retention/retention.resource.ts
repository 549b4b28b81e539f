import { resource } from '../../core/resource.ts';
import { dataTypes, type RetainedRecord, recordSorts, recordStates, retainedTables } from './retention.contract.ts';

/** The retained records as files. */
export const retainedResource = resource<RetainedRecord>()({
  id: 'dados-retidos',
  initial: { sort: 'created_at', order: 'desc' },
  pageSizes: [10, 20, 50, 100],
  filters: {},
  columns: {
    id: { label: recordSorts.id, kind: 'code', value: ({ id }) => id },
    table_name: {
      label: recordSorts.table_name,
      kind: 'choice',
      value: ({ table_name }) => table_name,
      choices: retainedTables,
    },
    data_type: {
      label: recordSorts.data_type,
      kind: 'choice',
      value: ({ data_type }) => data_type,
      choices: dataTypes,
    },
    label: { label: 'Nome', kind: 'text', value: ({ label }) => label },
    created_at: {
      label: recordSorts.created_at,
      kind: 'instant',
      value: ({ created_at }) => created_at,
      sort: 'created_at',
    },
    last_accessed: { label: recordSorts.last_accessed, kind: 'instant', value: ({ last_accessed }) => last_accessed },
    access_count: { label: recordSorts.access_count, kind: 'number', value: ({ access_count }) => access_count },
    size_mb: { label: recordSorts.size_mb, kind: 'number', unit: 'MB', value: ({ size_mb }) => size_mb },
    quality_score: {
      label: recordSorts.quality_score,
      kind: 'number',
      value: ({ quality_score }) => quality_score,
    },
    status: { label: recordSorts.status, kind: 'choice', value: ({ status }) => status, choices: recordStates },
    is_pinned: { label: 'Segurado', kind: 'yesNo', value: ({ is_pinned }) => is_pinned },
  },
});
