import { allows } from '@kianda/contract';
import {
  areaKinds,
  deleteArea,
  listAreas,
  type SurveillanceArea,
  updateArea,
} from '@kianda/contract/fleet/surveillance/registry.contract';
import { formatCount, formatNumber, formatQuantity } from '@kianda/format';
import { Dialog, EmptyState, Panel, SkeletonLines } from '@kianda/ui';
import { Button, Group, Switch } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import styles from '../page.module.css';
import { reportTexts } from '../reports/texts.pt.ts';
import { bodyOf } from './area-body.ts';
import { areaTexts as texts } from './texts.pt.ts';

const SurveillanceMap = lazy(() => import('../map/surveillance-map.tsx'));
const AreaReport = lazy(() => import('../reports/area-report-dialog.tsx'));
const AreaForm = lazy(() => import('./area-form.tsx'));
const Registry = lazy(() => import('../registry/registry.tsx'));

const changed = [listAreas] as const;
type Open =
  | { readonly view: 'map' | 'report' | 'edit' | 'remove'; readonly area: SurveillanceArea }
  | { readonly view: 'add' };

/** Tab of watched areas: switch, map, rules, and what the national registry adds. */
export default function AreasTab() {
  const { role } = useAccount();
  const [open, setOpen] = useState<Open | null>(null);
  const mayRead = allows(listAreas.access, role);
  const mayChange = allows(updateArea.access, role);
  const areas = useEndpoint(listAreas, {}, { enabled: mayRead });
  if (!mayRead) return <EmptyState title={texts.title}>{texts.noAccess}</EmptyState>;
  const watched = areas.sourced?.value.areas;
  return (
    <div className={styles.stack}>
      <Panel
        title={texts.title}
        description={texts.description}
        source={areas}
        skeleton={<SkeletonLines lines={6} />}
        isEmpty={(value) => value.areas.length === 0}
        empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
        actions={
          mayChange ? (
            <Button
              size="xs"
              leftSection={<IconPlus size={15} aria-hidden="true" />}
              onClick={() => setOpen({ view: 'add' })}
            >
              {texts.add}
            </Button>
          ) : undefined
        }
      >
        {(value) => (
          <ul className={styles.list} aria-label={texts.list}>
            {value.areas.map((area) => (
              <AreaItem key={area.id} area={area} mayChange={mayChange} onOpen={(view) => setOpen({ view, area })} />
            ))}
          </ul>
        )}
      </Panel>
      <Suspense fallback={<SkeletonLines lines={6} />}>
        <Registry areas={watched ?? []} />
      </Suspense>
      {open === null ? null : <AreaDialog open={open} areas={watched} onClose={() => setOpen(null)} />}
    </div>
  );
}

type DialogProps = {
  readonly open: Open;
  readonly areas: readonly SurveillanceArea[] | undefined;
  readonly onClose: () => void;
};

function AreaDialog({ open, areas, onClose }: DialogProps) {
  switch (open.view) {
    case 'map':
      return <AreaMap area={open.area} areas={areas ?? [open.area]} onClose={onClose} />;
    case 'report':
      return (
        <Suspense fallback={null}>
          <AreaReport area={open.area} areas={areas ?? []} onClose={onClose} />
        </Suspense>
      );
    case 'add':
    case 'edit':
      return (
        <Suspense fallback={null}>
          <AreaForm area={open.view === 'edit' ? open.area : null} onClose={onClose} />
        </Suspense>
      );
    case 'remove':
      return <RemoveArea area={open.area} onClose={onClose} />;
  }
}

type MapProps = {
  readonly area: SurveillanceArea;
  readonly areas: readonly SurveillanceArea[];
  readonly onClose: () => void;
};

function AreaMap({ area, areas, onClose }: MapProps) {
  return (
    <Dialog onClose={onClose} title={area.name} size="xl">
      <Suspense fallback={<SkeletonLines lines={8} />}>
        <SurveillanceMap label={texts.mapLabel(area.name)} bounds={padded(area.bbox)} areas={areas} />
      </Suspense>
      <p className={styles.note}>
        {texts.source}: {area.source}
      </p>
      {area.note === '' ? null : <p className={styles.note}>{area.note}</p>}
    </Dialog>
  );
}

function RemoveArea({ area, onClose }: { readonly area: SurveillanceArea; readonly onClose: () => void }) {
  const remove = useAction(deleteArea, changed);
  return (
    <ConfirmDialog
      title={texts.removeTitle}
      body={texts.removeBody(area.name)}
      confirm={texts.remove}
      isDangerous
      onClose={onClose}
      onConfirm={async () => {
        const outcome = await remove.run({ params: { id: area.id } }, { offline: 'fail' });
        if (outcome.state === 'failed') return outcome.failure.message;
        notify({ tone: 'success', message: texts.deleted });
        return null;
      }}
    />
  );
}

const marginDegrees = 0.4;
const padded = ([west, south, east, north]: SurveillanceArea['bbox']) =>
  [west - marginDegrees, south - marginDegrees, east + marginDegrees, north + marginDegrees] as const;

type ItemProps = {
  readonly area: SurveillanceArea;
  readonly mayChange: boolean;
  readonly onOpen: (view: 'map' | 'report' | 'edit' | 'remove') => void;
};

function AreaItem({ area, mayChange, onOpen }: ItemProps) {
  const update = useAction(updateArea, changed);
  const { rules } = area;
  const said = [
    ...(rules.alertOnEntry ? [texts.entry.toLowerCase()] : []),
    ...(rules.alertBelowKnots === null ? [] : [texts.slowOf(formatQuantity(rules.alertBelowKnots, 'nós'))]),
    ...(rules.forbidsFishing ? [texts.fishing.toLowerCase()] : []),
  ];
  const toggle = async (isMonitored: boolean) => {
    const outcome = await update.run(
      { params: { id: area.id }, body: { ...bodyOf(area), isMonitored } },
      { offline: 'fail' },
    );
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
  };
  return (
    <li className={styles.item}>
      <div className={styles.main}>
        <span className={styles.name}>{area.name}</span>
        <span className={styles.facts}>
          <span>{areaKinds[area.kind]}</span>
          <span>{texts.size(formatNumber(area.areaKm2, { maxDecimals: 0 }))}</span>
          <span>{formatCount(area.violations, texts.violation, texts.violations)}</span>
          <span>{said.length === 0 ? texts.noRules : said.join(' · ')}</span>
        </span>
      </div>
      <Group gap="xs">
        <Switch
          label={texts.monitored}
          aria-label={texts.monitoredOf(area.name)}
          checked={area.isMonitored}
          disabled={!mayChange || update.isRunning}
          onChange={({ currentTarget }) => void toggle(currentTarget.checked)}
        />
        <Button variant="default" size="xs" aria-label={texts.viewOf(area.name)} onClick={() => onOpen('map')}>
          {texts.view}
        </Button>
        <Button variant="default" size="xs" aria-label={reportTexts.openOf(area.name)} onClick={() => onOpen('report')}>
          {reportTexts.open}
        </Button>
        {mayChange ? (
          <>
            <Button variant="default" size="xs" aria-label={texts.editOf(area.name)} onClick={() => onOpen('edit')}>
              {texts.edit}
            </Button>
            <Button
              variant="default"
              size="xs"
              aria-label={texts.removeOf(area.name)}
              disabled={area.isSeeded}
              title={area.isSeeded ? texts.seeded : undefined}
              onClick={() => onOpen('remove')}
            >
              {texts.remove}
            </Button>
          </>
        ) : null}
      </Group>
    </li>
  );
}
