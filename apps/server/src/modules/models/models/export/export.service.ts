import type { ExportFormat } from '@kianda/contract/models/registry/files.contract';
import { type ModelType, modelTypes } from '@kianda/contract/models/registry/models.contract';
import type { Download } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { digestOf } from '../kept/digest.ts';
import type { Labels } from '../labels/labels.service.ts';
import { versionDetailView } from '../model-views.rules.ts';
import type { ModelContext } from '../models.context.ts';
import { readArtefact } from '../models.files.ts';
import type { VersionRow } from '../models.tables.ts';
import { TooFewRows } from '../tables/learning-table.types.ts';
import { notebookOf } from './notebook.ts';
import { onnxOf } from './onnx.ts';
import { tableCsv } from './table-csv.ts';

/** Versions as files for other programs. */
export function createExports(context: ModelContext, labels: Pick<Labels, 'find' | 'of'>) {
  async function artefactOf(row: VersionRow) {
    const bytes = await context.platform.storage.get(row.artefact_key);
    if (bytes !== null) return readArtefact(bytes);
    throw new AppError('conflict', { detail: 'O ficheiro desta versão não está no armazenamento.' });
  }

  return {
    async file(type: ModelType, reference: number | string, format: ExportFormat): Promise<Download> {
      const row = await labels.find(type, reference);
      const artefact = await artefactOf(row);
      const fileName = `${type}_v${row.version}.${format}`;
      if (format === 'json' && artefact.fitted.kind === 'onnx') {
        throw new AppError('conflict', { detail: 'Esta versão é um ficheiro ONNX: exporte-a em ONNX.' });
      }
      if (format === 'json') {
        return { bytes: Buffer.from(JSON.stringify(artefact)), contentType: 'application/json', fileName };
      }
      if (format === 'ipynb') {
        const version = versionDetailView(row, await labels.of(row));
        const text = notebookOf({ type, name: modelTypes[type], version, artefact });
        return { bytes: Buffer.from(text), contentType: 'application/x-ipynb+json', fileName };
      }
      return { bytes: onnxOf(artefact), contentType: 'application/octet-stream', fileName };
    },

    async table(type: ModelType, reference: number | string): Promise<Download> {
      const row = await labels.find(type, reference);
      try {
        const table = await context.tableOf(type);
        const text = tableCsv(table, Number(row.seed), digestOf(table));
        return { bytes: Buffer.from(text), contentType: 'text/csv; charset=utf-8', fileName: `${type}_linhas.csv` };
      } catch (error) {
        if (error instanceof TooFewRows) throw new AppError('conflict', { detail: error.message });
        throw error;
      }
    },
  };
}

export type Exports = ReturnType<typeof createExports>;
