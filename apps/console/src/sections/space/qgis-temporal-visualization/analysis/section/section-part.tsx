import { toCsv } from '@kianda/contract/core/csv';
import {
  mostSectionCasts,
  quantityBelow,
  type SectionQuantity,
  sectionQuantities,
  sectionQuantityIds,
  temporalSection,
} from '@kianda/contract/space/temporal/section.contract';
import { describeTemporal } from '@kianda/contract/space/temporal/temporal-variables';
import { formatCount, formatDate, formatQuantity } from '@kianda/format';
import { downloadText, EmptyState, PanelFailure, ProvenanceBadge, SkeletonBar, usePreferences } from '@kianda/ui';
import { createColourScale } from '@kianda/viz/colour/scale.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { Button, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useEndpoint } from '../../../../../client/use-endpoint.ts';
import { periodQuery } from '../../period-query.ts';
import { temporalTexts } from '../../texts.pt.ts';
import type { View } from '../../view.ts';
import styles from '../analysis.module.css';
import { cellValue, decodeSection, rowsOf, type SectionAnswer, type SectionCells } from './cells.ts';
import own from './section.module.css';
import { type Cursor, readingOf, SectionDrawing } from './section-drawing.tsx';
import { SectionTables } from './section-tables.tsx';
import { sectionTexts as texts } from './texts.pt.ts';

type Props = { readonly view: View; readonly line: string; readonly quantity: SectionQuantity };

const quantityData = sectionQuantityIds.map((id) => ({ value: id, label: sectionQuantities[id].name }));
const choices = (values: readonly number[], unit: string) =>
  values.map((value) => ({ value: String(value), label: formatQuantity(value, unit, { maxDecimals: 0 }) }));
const reachData = choices([10, 25, 50, 100, 200], 'km');
const deepData = choices([100, 200, 500, 1000, 2000], 'm');

/** The water below the line: what floats and cruises measured near it, and the bottom of the sea. */
export default function SectionPart({ view, line, quantity }: Props) {
  const { search, change } = view;
  const { reach, deep, variable } = search;
  const source = useEndpoint(
    temporalSection,
    { query: { ...periodQuery(search), quantity, line, reach, deep } },
    { refetchSeconds: 600, timeoutSeconds: 60 },
  );
  const answer = source.sourced?.value;
  const cells = useMemo(() => (answer === undefined ? null : decodeSection(answer)), [answer]);
  return (
    <div className={styles.stack}>
      <div className={styles.form}>
        <NativeSelect
          size="sm"
          label={texts.quantity}
          data={quantityData}
          value={quantity}
          onChange={(event) =>
            change({ below: sectionQuantityIds.find((id) => id === event.currentTarget.value) }, { replace: true })
          }
        />
        <NativeSelect
          size="sm"
          label={texts.reach}
          data={reachData}
          value={String(reach)}
          onChange={(event) => change({ reach: event.currentTarget.value }, { replace: true })}
        />
        <NativeSelect
          size="sm"
          label={texts.deep}
          data={deepData}
          value={String(deep)}
          onChange={(event) => change({ deep: event.currentTarget.value }, { replace: true })}
        />
        {source.sourced === undefined || cells?.answer.reason != null ? null : (
          <ProvenanceBadge provenance={source.sourced.provenance} />
        )}
      </div>
      {quantityBelow(variable) === null ? (
        <p className={styles.note}>
          {texts.surfaceOnly(describeTemporal(variable).name, sectionQuantities[quantity].name.toLocaleLowerCase('pt'))}
        </p>
      ) : null}
      {cells === null ? (
        source.error === null ? (
          <SkeletonBar height={320} />
        ) : (
          <PanelFailure error={source.error} onRetry={source.refresh} />
        )
      ) : (
        <Found key={quantity} cells={cells} quantity={quantity} />
      )}
    </div>
  );
}

/** The picture of a section or why there is none, with how it was made. */
function Found({ cells, quantity }: { readonly cells: SectionCells; readonly quantity: SectionQuantity }) {
  const { answer } = cells;
  const { name, units, colours } = sectionQuantities[quantity];
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const [isTable, setTable] = useState(false);
  const scale = useMemo(() => createColourScale(colours), [colours]);
  if (answer.reason !== null) {
    return (
      <>
        <EmptyState title={texts.empty}>{answer.reason}</EmptyState>
        <p className={styles.note}>{fieldsText(answer)}</p>
      </>
    );
  }
  const title = texts.title(name);
  const save = () => {
    const header = [texts.longitude, texts.latitude, texts.distance, texts.depth, texts.bottomColumn];
    downloadText(`seccao-${quantity}.csv`, 'text/csv', toCsv([...header, `${name} (${units})`], rowsOf(cells)));
  };
  return (
    <figure className={styles.figure}>
      {isTable ? (
        <SectionTables cells={cells} title={title} />
      ) : (
        <>
          <p className={own.readout}>{cursor === null ? texts.hint : readingOf(cells, cursor)}</p>
          <SectionDrawing cells={cells} scale={scale} title={title} cursor={cursor} onCursor={setCursor} />
        </>
      )}
      <div className={styles.legend}>
        <Legend
          title={name}
          unit={units}
          scale={scale}
          pointed={cursor === null ? null : cellValue(cells, cursor.column, cursor.row)}
          hasGaps
        />
        <Button size="sm" variant="default" onClick={() => setTable(!isTable)}>
          {isTable ? texts.picture : texts.table}
        </Button>
        <Button size="sm" variant="default" onClick={save}>
          {temporalTexts.files.csvTable}
        </Button>
      </div>
      <Notes answer={answer} />
    </figure>
  );
}

function Notes({ answer }: { readonly answer: SectionAnswer }) {
  const { timeZone } = usePreferences();
  const { casts, reachKm, period, isCut, seabedReason } = answer;
  return (
    <>
      <p className={styles.note}>
        {texts.method(
          formatCount(casts.length, texts.cast, texts.casts),
          formatQuantity(reachKm, 'km', { maxDecimals: 0 }),
          formatDate(period.from, timeZone),
          formatDate(period.to, timeZone),
        )}
      </p>
      {isCut ? <p className={styles.note}>{texts.cut(String(mostSectionCasts))}</p> : null}
      {seabedReason === null ? null : <p className={styles.note}>{seabedReason}</p>}
      <p className={styles.note}>{fieldsText(answer)}</p>
    </>
  );
}

/** Depths of the stored fields of the quantity, in words. */
function fieldsText({ fieldDepthsMeters }: SectionAnswer): string {
  if (fieldDepthsMeters.length === 0) return texts.noFields;
  return texts.fields(fieldDepthsMeters.map((depth) => formatQuantity(depth, 'm', { maxDecimals: 0 })).join(', '));
}
