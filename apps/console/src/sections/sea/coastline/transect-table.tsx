import { type CoastTransect, coastalFile } from '@kianda/contract/sea/coast/coast.contract';
import { formatCoordinates, formatNumber, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, Panel, SkeletonBar, usePreferences } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useFileDownload } from '../../shared/intake/use-file-download.ts';
import { coastTexts } from './texts.pt.ts';
import type { useCoast } from './use-coast.ts';

const texts = coastTexts.table;
const tableHeight = '440px';

type Props = {
  readonly source: ReturnType<typeof useCoast>['detail'];
  readonly onOpen: (transect: number) => void;
};

/** Every transect with its measures; a row opens it. */
export function TransectTable({ source, onOpen }: Props) {
  const { coordinates } = usePreferences();
  const columns = useMemo(() => columnsOf(coordinates), [coordinates]);
  const save = useFileDownload();
  const region = source.sourced?.value.analysis?.region;
  return (
    <Panel
      id="medidas"
      title={texts.title}
      description={texts.description}
      source={source}
      skeleton={<SkeletonBar height={440} />}
      actions={
        region === undefined
          ? null
          : (['csv', 'geojson'] as const).map((format) => (
              <Button
                key={format}
                size="xs"
                variant="default"
                onClick={() =>
                  save(coastalFile, { params: { region }, query: { format } }, `linha-de-costa-${region}.${format}`)
                }
              >
                {texts[format]}
              </Button>
            ))
      }
      flush
    >
      {({ analysis }) => (
        <DataTable
          id="transetos"
          label={texts.label}
          columns={columns}
          rows={analysis?.transects ?? []}
          rowId={({ id }) => String(id)}
          onOpenRow={({ id }) => onOpen(id)}
          rowName={({ id }) => texts.row(formatNumber(id))}
          height={tableHeight}
        />
      )}
    </Panel>
  );
}

type Of = (change: NonNullable<CoastTransect['change']>) => number | null;

function measure(id: string, label: string, of: Of): Column<CoastTransect> {
  return {
    ...{ id, label, align: 'end', value: ({ change }) => (change === null ? null : of(change)) },
    render({ change }) {
      if (change === null) return <abbr title={texts.few}>{UNKNOWN}</abbr>;
      const value = of(change);
      return value === null ? <abbr title={texts.fewDates}>{UNKNOWN}</abbr> : formatNumber(value, { maxDecimals: 2 });
    },
  };
}

const columnsOf = (coordinates: Parameters<typeof formatCoordinates>[1]): readonly Column<CoastTransect>[] => [
  { id: 'id', label: texts.id, value: ({ id }) => id },
  {
    ...{ id: 'place', label: texts.place, value: ({ origin }) => origin[1] },
    render: ({ origin }) => formatCoordinates(origin, coordinates),
  },
  measure('dates', texts.dates, ({ dates }) => dates),
  measure('nsm', texts.nsm, ({ nsm }) => nsm),
  measure('epr', texts.epr, ({ epr }) => epr),
  measure('lrr', texts.lrr, ({ lrr }) => lrr.rate),
  measure('interval', texts.interval, ({ lrr }) => lrr.half95),
  measure('wlr', texts.wlr, ({ wlr }) => wlr.rate),
  measure('r2', texts.r2, ({ lrr }) => lrr.rSquared),
  {
    ...{ id: 'class', label: texts.class, value: ({ class: of }) => (of === null ? null : coastTexts.classes[of]) },
    render: ({ class: of }) => (of === null ? <abbr title={texts.few}>{UNKNOWN}</abbr> : coastTexts.classes[of]),
  },
];
