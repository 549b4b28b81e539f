import { allows } from '@kianda/contract';
import {
  type Baseline,
  boundaryFile,
  type LimitDrawing,
  type LimitWork,
  processBoundaries,
} from '@kianda/contract/sea/limits/limits.contract';
import {
  EmptyState,
  Instant,
  PageHeader,
  PageStack,
  Panel,
  PanelFrame,
  ProvenanceBadge,
  SkeletonBar,
} from '@kianda/ui';
import { Alert, Button, NativeSelect, Progress } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { CardColumns, CardSide } from '../../shared/card/card.tsx';
import { useFileDownload } from '../../shared/intake/use-file-download.ts';
import { PhoneMore } from '../../shared/phone-more.tsx';
import touch from '../../shared/touch.module.css';
import styles from './limits.module.css';
import { PointPanel } from './point-panel.tsx';
import { limitSearchSchema, placeOf, placeText } from './search.ts';
import { LineTables, MethodPanel, ZoneTable } from './tables.tsx';
import { limitTexts as texts } from './texts.pt.ts';
import { useDraw, useDrawing, useZones } from './use-limits.ts';

const LimitsMap = lazy(() => import('./limits-map.tsx'));
const PublishedZee = lazy(() => import('./published-zee.tsx'));

/** Section `maritime-limits`: the newest drawing of the zones, a place in them, and how it was drawn. */
export default function MaritimeLimitsPage() {
  const { drawing, isRunning } = useDrawing();
  const held = drawing.sourced?.value;
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={`${texts.description} ${texts.notice}`}
          mark={drawing.sourced === undefined ? null : <ProvenanceBadge provenance={drawing.sourced.provenance} />}
          actions={held === undefined ? null : <Acts {...held} isRunning={isRunning} />}
        />
        {held?.work == null ? null : <WorkLine work={held.work} />}
        {held === undefined || held.drawing !== null ? (
          <Drawing drawing={held?.drawing ?? null} source={drawing} />
        ) : isRunning ? null : (
          <None />
        )}
      </PageStack>
    </div>
  );
}

function None() {
  const { role } = useAccount();
  const mayDraw = allows(processBoundaries.access, role);
  return (
    <>
      <EmptyState title={texts.none}>{mayDraw ? texts.noneText : `${texts.noneText} ${texts.noneReader}`}</EmptyState>
      <PanelFrame id="zee" title={texts.published} description={texts.publishedText}>
        <Suspense fallback={<SkeletonBar height={520} />}>
          <PublishedZee />
        </Suspense>
      </PanelFrame>
    </>
  );
}

type ActProps = {
  readonly drawing: LimitDrawing | null;
  readonly baselines: readonly Baseline[];
  readonly isRunning: boolean;
};

function Acts({ drawing, baselines, isRunning }: ActProps) {
  const { role } = useAccount();
  const usable = baselines.filter(({ absence }) => absence === null);
  const [chosen, setChosen] = useState(usable[0]?.id ?? 'natural-earth');
  const { draw, isAsking } = useDraw();
  const save = useFileDownload();
  return (
    <>
      {allows(processBoundaries.access, role) ? (
        <>
          {usable.length > 1 ? (
            <NativeSelect
              className={styles.baseline}
              aria-label={texts.baseline}
              value={chosen}
              data={usable.map(({ id, title }) => ({ value: id, label: title }))}
              onChange={({ currentTarget }) =>
                setChosen(currentTarget.value === 'national' ? 'national' : 'natural-earth')
              }
            />
          ) : null}
          <Button loading={isAsking || isRunning} onClick={() => void draw(chosen)}>
            {drawing === null ? texts.drawFirst : texts.draw}
          </Button>
        </>
      ) : null}
      {drawing === null ? null : (
        <Button
          variant="default"
          onClick={() =>
            save(
              boundaryFile,
              { query: { format: 'geojson' } },
              `limites-maritimos-${drawing.madeAt.slice(0, 10)}.geojson`,
            )
          }
        >
          {texts.download}
        </Button>
      )}
    </>
  );
}

function WorkLine({ work }: { readonly work: LimitWork }) {
  if (work.state === 'failed' || work.state === 'cancelled')
    return (
      <Alert color="yellow" title={texts.failed} role="status">
        {work.error}
      </Alert>
    );
  return (
    <div className={styles.work} role="status">
      <span>{work.message ?? texts.drawing}</span>
      <Progress value={(work.progress ?? 0) * 100} aria-label={texts.drawing} />
    </div>
  );
}

type DrawingProps = {
  readonly drawing: LimitDrawing | null;
  readonly source: ReturnType<typeof useDrawing>['drawing'];
};

function Drawing({ drawing, source }: DrawingProps) {
  const [search, change] = useSectionSearch(limitSearchSchema);
  const place = placeOf(search.ponto);
  const zones = useZones();
  const { refresh } = zones;
  const shown = useRef(drawing?.id);
  // A drawing that was made meanwhile has other zones.
  useEffect(() => {
    if (drawing === null || shown.current === drawing.id) return;
    if (shown.current !== undefined) refresh();
    shown.current = drawing.id;
  }, [drawing, refresh]);
  const pick = (at: readonly [number, number]) => change({ ponto: placeText(at) });
  return (
    <>
      <CardColumns>
        <Panel
          id="mapa"
          title={texts.map.title}
          description={
            drawing === null ? null : (
              <Instant at={drawing.madeAt} words={(made) => texts.map.description(drawing.baseline.title, made)} />
            )
          }
          source={zones}
          skeleton={<SkeletonBar height={520} />}
        >
          {(boundaries) => (
            <Suspense fallback={<SkeletonBar height={520} />}>
              <LimitsMap zones={boundaries} lines={drawing?.lines ?? []} place={place} onPick={pick} />
            </Suspense>
          )}
        </Panel>
        <CardSide>
          <PointPanel key={search.ponto ?? ''} place={place} onPlace={pick} />
        </CardSide>
      </CardColumns>
      <Panel
        id="zonas"
        title={texts.zones.title}
        description={texts.zones.description}
        source={zones}
        skeleton={<SkeletonBar height={240} />}
        flush
      >
        {(boundaries) => <ZoneTable zones={boundaries} />}
      </Panel>
      <PhoneMore of={texts.rest}>
        <LineTables source={source} />
        <MethodPanel source={source} />
      </PhoneMore>
    </>
  );
}
