import { z } from 'zod';
import { periodFilter } from '../../core/filters.ts';
import { instantSchema } from '../../core/provenance.ts';
import { resource } from '../../core/resource.ts';

export const archivedDaySchema = z.object({
  day: z.iso.date(),
  positions: z.number().int(),
  vessels: z.number().int(),
  bytes: z.number().int(),
  archivedAt: instantSchema,
  /** Area and key of the file in the storage. */
  object: z.string(),
  sha256: z.string(),
  /** Positions of the day that lie in the database beside the file: late ones, which go into it the next night. */
  inDatabase: z.number().int(),
});
export type ArchivedDay = z.infer<typeof archivedDaySchema>;

/** The list of days of positions that lie in files. */
export const archiveResource = resource<ArchivedDay>()({
  id: 'posicoes-arquivadas',
  initial: { sort: 'day', order: 'desc', size: 25 },
  pageSizes: [25, 50, 100, 200],
  filters: { period: periodFilter('Dias entre', 'Desde o dia', 'Até ao dia') },
  columns: {
    day: { label: 'Dia', kind: 'text', value: ({ day }) => day, sort: 'day' },
    positions: { label: 'Posições', kind: 'number', value: ({ positions }) => positions, sort: 'positions' },
    vessels: { label: 'Embarcações', kind: 'number', value: ({ vessels }) => vessels },
    bytes: { label: 'Tamanho', kind: 'bytes', value: ({ bytes }) => bytes, sort: 'bytes' },
    late: { label: 'Por juntar ao ficheiro', kind: 'number', value: ({ inDatabase }) => inDatabase },
    archived: { label: 'Arquivado em', kind: 'instant', value: ({ archivedAt }) => archivedAt, sort: 'archived' },
    object: { label: 'Ficheiro', kind: 'code', value: ({ object }) => object, shown: 'chosen' },
    sha256: { label: 'SHA-256', kind: 'code', value: ({ sha256 }) => sha256, shown: 'chosen' },
  },
});
