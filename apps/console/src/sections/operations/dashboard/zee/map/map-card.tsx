import { allows } from '@kianda/contract';
import { presenceCells } from '@kianda/contract/fleet/vessels/vessels.contract';
import { formatQuantity } from '@kianda/format';
import { Instant, Panel, SkeletonBar } from '@kianda/ui';
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../../../client/context.tsx';
import { narrowQuery, useMedia } from '../../../../../platform/use-media.ts';
import { useSectionLink } from '../../../../shared/use-section-link.ts';
import styles from './map.module.css';
import { mapTexts as texts } from './texts.pt.ts';
import { type MapVariable, useMapData } from './use-map-data.ts';

const ZeeMap = lazy(() => import('./zee-map.tsx'));

type Props = {
  readonly className: string | undefined;
  readonly variable: MapVariable;
  readonly onVariable: (variable: MapVariable) => void;
};

/** The newest field on a map. The map's own code loads after the cards: figures first. */
export function MapCard({ className, variable, onVariable }: Props) {
  const { role } = useAccount();
  const mayPresence = allows(presenceCells.access, role);
  const [showsPresence, setPresence] = useState(false);
  const [showsStations, setStations] = useState(true);
  const { field, stations, presence } = useMapData(variable, mayPresence && showsPresence);
  const open = useSectionLink('realtime-angola');
  // As high as the card leaves it: 640 px beside the other cards, less where it stands above them.
  const skeleton = <SkeletonBar height={useMedia(narrowQuery) ? 360 : 640} />;
  const provider = field.sourced?.value.slice.provider;
  return (
    <Panel
      id="mapa"
      className={className}
      title={texts.title}
      source={field}
      skeleton={skeleton}
      footer={
        <div className={styles.foot}>
          <span>
            {provider === undefined ? null : texts.attribution(provider)}
            {showsPresence ? ` · ${texts.presenceAttribution}` : null}
          </span>
          {open === undefined ? null : (
            <Button
              variant="subtle"
              size="compact-sm"
              rightSection={<IconArrowRight size={14} aria-hidden="true" />}
              onClick={open}
            >
              {texts.open}
            </Button>
          )}
        </div>
      }
      actions={
        <SegmentedControl<MapVariable>
          size="xs"
          aria-label={texts.variable}
          value={variable}
          onChange={onVariable}
          data={[
            { value: 'tsm', label: texts.variables.tsm },
            { value: 'clorofila', label: texts.variables.clorofila },
          ]}
        />
      }
    >
      {(grid) => (
        <div className={styles.card}>
          <LayerBoxes
            stations={showsStations}
            onStations={setStations}
            presence={mayPresence ? showsPresence : null}
            onPresence={setPresence}
          />
          <Suspense fallback={<div className={styles.waiting}>{skeleton}</div>}>
            <ZeeMap
              grid={grid}
              when={
                <>
                  <Instant at={grid.slice.time} words={texts.observed} />
                  {` · ${texts.coverage(formatQuantity(100 * grid.slice.coverage, '%', { maxDecimals: 0 }))}`}
                </>
              }
              stations={showsStations ? stations.sourced?.value.stations : undefined}
              presence={showsPresence ? presence.sourced?.value : undefined}
            />
          </Suspense>
        </div>
      )}
    </Panel>
  );
}

type LayerProps = {
  readonly stations: boolean;
  readonly onStations: (shows: boolean) => void;
  /** Null for accounts that may not see it. */
  readonly presence: boolean | null;
  readonly onPresence: (shows: boolean) => void;
};

function LayerBoxes({ stations, onStations, presence, onPresence }: LayerProps) {
  return (
    <div className={styles.layers}>
      <Checkbox
        size="xs"
        label={texts.stations}
        aria-label={texts.stationsLabel}
        checked={stations}
        onChange={(event) => onStations(event.currentTarget.checked)}
      />
      {presence === null ? null : (
        <Checkbox
          size="xs"
          label={texts.presence}
          aria-label={texts.presenceLabel}
          checked={presence}
          onChange={(event) => onPresence(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}
