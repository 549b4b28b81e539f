import { connectorActivity } from '@kianda/contract/ingestion/connectors/operations.contract';
import { formatBytes, formatDate } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel, SkeletonBar, useClock } from '@kianda/ui';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useEndpoint } from '../../../../../client/use-endpoint.ts';
import { notify } from '../../../../../platform/notices.ts';
import { exportNote } from '../../../../shared/connectors/export-note.ts';
import type { Connector } from '../../../../shared/connectors/fallback.ts';
import { detailTexts } from '../texts.pt.ts';
import type { ActivityDay } from './days.ts';

const ActivityChart = lazy(() => import('./activity-chart.tsx'));
const texts = detailTexts.activity;

const columns: readonly Column<ActivityDay>[] = [
  {
    id: 'date',
    label: texts.date,
    value: (day) => day.date,
    render: (day) => formatDate(`${day.date}T00:00:00Z`, 'UTC'),
  },
  { id: 'runs', label: texts.runs, value: (day) => day.runs, align: 'end' },
  { id: 'written', label: texts.written, value: (day) => day.written, align: 'end' },
  { id: 'rejected', label: texts.rejected, value: (day) => day.rejected, align: 'end' },
  { id: 'failed', label: texts.failed, value: (day) => day.failed, align: 'end' },
  { id: 'bytes', label: texts.bytes, value: (day) => day.bytes, align: 'end', render: (day) => formatBytes(day.bytes) },
];

/** Rows and errors per day of one connector, as a chart or as numbers. */
export function ActivityPanel({ connector }: { readonly connector: Connector }) {
  const clock = useClock();
  const [isTable, setTable] = useState(false);
  const chart = useRef<HTMLDivElement>(null);
  const save = async (format: 'svg' | 'png') => {
    const svg = chart.current?.querySelector<SVGSVGElement>('svg');
    if (svg === null || svg === undefined) return;
    const caption = {
      title: `${connector.name}: ${texts.title}`,
      notes: exportNote(connector, clock()).map((pair) => pair.join(': ')),
    };
    const name = `${connector.id}-atividade`;
    try {
      const pictures = await import('./picture.ts');
      if (format === 'svg') pictures.saveSvg(name, svg, caption);
      else await pictures.savePng(name, svg, caption);
    } catch (cause) {
      console.warn('kianda: imagem por guardar', cause);
      notify({ tone: 'error', message: texts.pictureFailed });
    }
  };
  const activity = useEndpoint(
    connectorActivity,
    { params: { id: connector.id }, query: { days: 30 } },
    { refetchSeconds: 120, staleSeconds: 60 },
  );
  return (
    <Panel
      title={texts.title}
      description={texts.description}
      source={activity}
      skeleton={<SkeletonBar height={232} />}
      flush={isTable}
      isEmpty={({ days }) => days.length === 0}
      empty={<EmptyState title={texts.empty}>{texts.emptyBody}</EmptyState>}
      actions={
        <>
          {isTable ? null : (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button size="compact-sm" variant="default" leftSection={<IconDownload size={14} aria-hidden="true" />}>
                  {texts.picture}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => void save('svg')}>{texts.svg}</Menu.Item>
                <Menu.Item onClick={() => void save('png')}>{texts.png}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
          <Button size="compact-sm" variant="default" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? texts.chart : texts.table}
          </Button>
        </>
      }
    >
      {({ days }) =>
        isTable ? (
          <DataTable
            id={`${connector.id}-atividade`}
            label={texts.title}
            columns={columns}
            rows={days}
            rowId={(day) => day.date}
            initialSort="-date"
            csvNotes={() => exportNote(connector, clock())}
          />
        ) : (
          <Suspense fallback={<SkeletonBar height={232} />}>
            <div ref={chart}>
              <ActivityChart days={days} label={texts.title} />
            </div>
          </Suspense>
        )
      }
    </Panel>
  );
}
