import { reportTypes } from '@kianda/contract/operations/reports/report-types';
import { Tile, TileGrid } from '@kianda/ui';
import { pickOrReason } from '../../../shared/sourced.ts';
import type { ReportsResult } from '../api/use-reports.ts';
import { reportTexts as texts } from '../texts.pt.ts';

const counted = ['auditoria', 'implementacao', 'solucao'] as const;

/** How many reports there are, and of three of their types. */
export function ReportTiles({ reports }: { readonly reports: ReportsResult }) {
  const total = pickOrReason(reports, ({ by_type }) => Object.values(by_type).reduce((sum, count) => sum + count, 0));
  return (
    <TileGrid minWidth={170}>
      <Tile id="relatorios-total" label={texts.total} value={total} />
      {counted.map((type) => (
        <Tile
          key={type}
          id={`relatorios-${type}`}
          label={reportTypes[type].plural}
          value={pickOrReason(reports, ({ by_type }) => by_type[type] ?? 0)}
        />
      ))}
    </TileGrid>
  );
}
