import { type VesselType, vesselTypes } from '@kianda/contract/fleet/vessels/list.contract';
import { safetyKinds } from '@kianda/contract/fleet/vessels/safety.resource';
import { structureLabels } from '@kianda/contract/fleet/vessels/vessels.contract';
import { formatDate, formatNumber } from '@kianda/format';
import { cx, PanelFailure, ProvenanceBadge } from '@kianda/ui';
import { type MapScheme, mapColours } from '@kianda/viz/map/colours.ts';
import {
  type EventKind,
  eventColours,
  eventKindNames,
  eventLetters,
} from '@kianda/viz/map/layers/events/event-marks.ts';
import { fleetPaint, fleetPath } from '@kianda/viz/map/layers/fleet/fleet-icons.ts';
import { radarColours } from '@kianda/viz/map/layers/radar/radar-layer.tsx';
import {
  type StandingKind,
  standingDrawings,
  stationKinds,
  structureKinds,
} from '@kianda/viz/map/layers/standing/standing-marks.ts';
import { type WatchedKind, watchedColours } from '@kianda/viz/map/layers/watched/watched-layer.tsx';
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { absenceReason } from '../../../shared/absence.ts';
import styles from './fleet-map.module.css';
import type { LayerName } from './map-view.ts';
import { standingTexts } from './standing-texts.pt.ts';
import { fleetMapTexts as texts } from './texts.pt.ts';
import type { Standing } from './use-standing.ts';

const wholeNumber = { maxDecimals: 0 } as const;
const types = Object.keys(vesselTypes) as VesselType[];
const places: readonly LayerName[] = ['zee', 'ports', 'areas', 'seasons', 'licences'];
const openPlaces: ReadonlySet<LayerName> = new Set(['zee', 'ports']);

const countOf = (count: number | undefined): string => (count === undefined ? '' : formatNumber(count, wholeNumber));

type Props = {
  readonly scheme: MapScheme;
  readonly layers: ReadonlySet<LayerName>;
  readonly onLayer: (name: LayerName, on: boolean) => void;
  readonly shownTypes: readonly VesselType[];
  readonly onType: (type: VesselType, on: boolean) => void;
  /** Vessels of each kind on the map. */
  readonly typeCounts: ReadonlyMap<VesselType, number>;
  /** Areas of each layer that is on. */
  readonly placeCounts: ReadonlyMap<LayerName, number>;
  /** Events of each kind in the period; absent where they are not asked for. */
  readonly eventCounts: ReadonlyMap<EventKind, string>;
  /** Vessels seen by radar alone; empty where they are not asked for. */
  readonly radarCount: string;
  readonly standing: Standing;
  readonly mayWatch: boolean;
};

/** Layers of the map, which are also its legend: every mark beside the switch that shows it. */
export function LayerList(props: Props) {
  const { scheme, layers, onLayer, shownTypes, onType, typeCounts, placeCounts, eventCounts, radarCount, mayWatch } =
    props;
  const palette = watchedColours(mapColours[scheme], scheme);
  const isEvery = shownTypes.length === 0;
  const toggle = (name: LayerName, mark: ReactNode, count = '') => (
    <Toggle
      key={name}
      label={texts.layerNames[name]}
      mark={mark}
      count={count}
      checked={layers.has(name)}
      onChange={(on) => onLayer(name, on)}
    />
  );
  return (
    <div className={styles.layers}>
      <fieldset>
        <legend>{texts.fleetGroup}</legend>
        {toggle('fleet', null)}
        {types.map((type) => (
          <Toggle
            key={type}
            isInner
            label={vesselTypes[type]}
            mark={<FleetMarks type={type} scheme={scheme} />}
            count={formatNumber(typeCounts.get(type) ?? 0, wholeNumber)}
            checked={isEvery || shownTypes.includes(type)}
            disabled={!layers.has('fleet')}
            onChange={(on) => onType(type, on)}
          />
        ))}
        <p className={styles.note}>
          {texts.marksNote} {texts.oldNote}
        </p>
        {toggle(
          'radar',
          <span className={styles.ring} style={{ borderColor: radarColours[scheme] }} aria-hidden="true" />,
          radarCount,
        )}
      </fieldset>
      <fieldset>
        <legend>{texts.base}</legend>
        {places
          .filter((name) => mayWatch || openPlaces.has(name))
          .map((name) =>
            toggle(name, <PlaceMark name={name} palette={palette} scheme={scheme} />, countOf(placeCounts.get(name))),
          )}
        {layers.has('areas') && mayWatch ? <AreaKinds palette={palette} /> : null}
      </fieldset>
      <fieldset>
        <legend>{texts.standing}</legend>
        {toggle('structures', null)}
        <StandingKinds kinds={structureKinds} names={structureLabels} isOn={layers.has('structures')} {...props} />
        {toggle('safety', null)}
        <StandingKinds kinds={stationKinds} names={safetyKinds} isOn={layers.has('safety')} {...props} />
        <StandingNote isOn={layers.has('structures')} standing={props.standing} />
      </fieldset>
      {mayWatch ? (
        <fieldset>
          <legend>{texts.events}</legend>
          {eventKindNames.map((kind) => toggle(kind, <EventLetter kind={kind} />, eventCounts.get(kind) ?? ''))}
        </fieldset>
      ) : (
        <p className={styles.note}>{texts.noWatchAccess}</p>
      )}
    </div>
  );
}

type ToggleProps = {
  readonly label: string;
  readonly mark: ReactNode;
  readonly count: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly isInner?: boolean;
  readonly onChange: (on: boolean) => void;
};

function Toggle({ label, mark, count, checked, disabled = false, isInner = false, onChange }: ToggleProps) {
  return (
    <div className={cx(styles.toggle, isInner ? styles.inner : undefined)}>
      <Checkbox
        size="sm"
        label={label}
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {mark}
      <span className={styles.count}>{count}</span>
    </div>
  );
}

/** The two marks of a kind of vessel: with its bow, and where nobody knows how it points. */
function FleetMarks({ type, scheme }: { readonly type: VesselType; readonly scheme: MapScheme }) {
  const { fill, line } = fleetPaint(type, mapColours[scheme]);
  return (
    <svg viewBox="0 0 40 20" width={40} height={20} className={styles.mark} aria-hidden="true">
      <path d={fleetPath(type, 'hull', 20)} fill={fill} stroke={line} strokeWidth={1.5} />
      <path d={fleetPath(type, 'dot', 20)} fill={fill} stroke={line} strokeWidth={1.5} transform="translate(20 0)" />
    </svg>
  );
}

type StandingProps<Kind extends StandingKind> = Pick<Props, 'standing'> & {
  readonly kinds: readonly Kind[];
  readonly names: Readonly<Record<Kind, string>>;
  readonly isOn: boolean;
};

/** Marks of a layer that is on, with how many there are of each. */
function StandingKinds<Kind extends StandingKind>({ kinds, names, isOn, standing }: StandingProps<Kind>) {
  if (!isOn) return null;
  return (
    <ul className={styles.kinds}>
      {kinds.map((kind) => (
        <li key={kind}>
          <StandingIcon kind={kind} />
          {names[kind]}
          <span className={styles.count}>{standing.counts.get(kind) ?? formatNumber(0, wholeNumber)}</span>
        </li>
      ))}
    </ul>
  );
}

function StandingIcon({ kind }: { readonly kind: StandingKind }) {
  const { path, colour, letter, middle } = standingDrawings[kind];
  return (
    <svg viewBox="0 0 24 24" width={18} height={18} aria-hidden="true">
      <path d={path} fill={colour} stroke="#ffffff" strokeWidth={1} strokeLinejoin="round" />
      <text
        x={12}
        y={middle}
        fill="#ffffff"
        fontSize={10.5}
        fontWeight={700}
        textAnchor="middle"
        dominantBaseline="central"
      >
        {letter}
      </text>
    </svg>
  );
}

/** Why there are no structures, or that they could not be had; where there are some, whose they are. */
function StandingNote({ isOn, standing }: Pick<Props, 'standing'> & { readonly isOn: boolean }) {
  const { structures } = standing;
  if (!isOn) return null;
  if (structures.error !== null) return <PanelFailure error={structures.error} onRetry={structures.refresh} />;
  const { sourced } = structures;
  if (sourced === undefined) return null;
  if (sourced.value.structures.length === 0)
    return <p className={styles.note}>{absenceReason(sourced) ?? standingTexts.none}</p>;
  const { dataTo } = sourced.value;
  return (
    <p className={styles.note}>
      {dataTo === null ? standingTexts.noProvider : standingTexts.provider(formatDate(dataTo, 'UTC'))}{' '}
      <ProvenanceBadge provenance={sourced.provenance} />
    </p>
  );
}

function EventLetter({ kind }: { readonly kind: EventKind }) {
  return (
    <span className={styles.letter} style={{ background: eventColours[kind] }} aria-hidden="true">
      {eventLetters[kind]}
    </span>
  );
}

type Palette = Readonly<Record<WatchedKind, string>>;
type PlaceProps = { readonly name: LayerName; readonly palette: Palette; readonly scheme: MapScheme };

function PlaceMark({ name, palette, scheme }: PlaceProps) {
  const colours = mapColours[scheme];
  if (name === 'ports') return <span className={styles.port} style={{ background: colours.port }} aria-hidden="true" />;
  if (name === 'zee') return <span className={styles.dash} style={{ borderColor: colours.zee }} aria-hidden="true" />;
  if (name === 'licences')
    return <span className={styles.dash} style={{ borderColor: palette.licensed }} aria-hidden="true" />;
  if (name === 'seasons')
    return (
      <span
        className={styles.box}
        style={{
          borderColor: palette.closed,
          background: `repeating-linear-gradient(135deg, ${palette.closed} 0 1.5px, transparent 1.5px 5px)`,
        }}
        aria-hidden="true"
      />
    );
  return null;
}

const areaKindNames = ['protected', 'oil_exclusion', 'fishing_zone', 'watched'] as const;

function AreaKinds({ palette }: { readonly palette: Palette }) {
  return (
    <ul className={styles.kinds}>
      {areaKindNames.map((kind) => (
        <li key={kind}>
          <span className={styles.box} style={{ borderColor: palette[kind], background: `${palette[kind]}33` }} />
          {texts.areaKinds[kind]}
        </li>
      ))}
    </ul>
  );
}
