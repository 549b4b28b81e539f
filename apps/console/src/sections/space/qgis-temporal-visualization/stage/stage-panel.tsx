import type { AnimalContact } from '@kianda/contract/space/temporal/interactions.contract';
import { linePositions } from '@kianda/contract/space/temporal/line';
import { describeTemporal } from '@kianda/contract/space/temporal/temporal-variables';
import { formatCoordinates, formatInstant, formatQuantity, type TimeZone } from '@kianda/format';
import { dayMs } from '@kianda/geo';
import { PanelFrame, SkeletonBar, usePreferences } from '@kianda/ui';
import { fieldValueAt } from '@kianda/viz/field/decode.ts';
import { PictureButton } from '@kianda/viz/map/controls/map-controls.tsx';
import type { PictureCaption } from '@kianda/viz/map/controls/map-picture.ts';
import { lazy, Suspense, useMemo, useState } from 'react';
import { momentsOf } from '../clock/moments.ts';
import { FilesMenu } from '../files/files-menu.tsx';
import { useContacts } from '../interactions/use-contacts.ts';
import { temporalTexts } from '../texts.pt.ts';
import type { View } from '../view.ts';
import { createCameraBond } from './camera-bond.ts';
import { ColourControls } from './colour-controls.tsx';
import { CompareControls, DividerControl } from './compare-controls.tsx';
import styles from './stage.module.css';
import { type Picture, usePictures } from './use-picture-of.ts';
import { useAnimalTracks } from './use-tracks.ts';

const texts = temporalTexts.stage;
/** MapLibre is heavy: it comes when the page is there. */
const StageMap = lazy(() => import('./stage-map.tsx'));
const StageLegend = lazy(() => import('./stage-legend.tsx'));

type Place = readonly [number, number];
const none: readonly AnimalContact[] = [];

/** The map at the moment of the clock, alone or with what it is compared with. */
export function StagePanel({ view }: { readonly view: View }) {
  const { search, clock, records } = view;
  const { timeZone } = usePreferences();
  const { name } = describeTemporal(search.variable);
  const [pointed, setPointed] = useState<Place | null>(null);
  const pictures = usePictures(view);
  const place = useMemo<Place | null>(
    () => (search.lon === undefined || search.lat === undefined ? null : [search.lon, search.lat]),
    [search.lon, search.lat],
  );
  const isPair = search.compare === 'side';
  const bond = useMemo(() => (isPair ? createCameraBond() : null), [isPair]);
  const { line, pick } = usePicking(view);
  const dates = momentsOf(records.get(search.variable));
  const isTracks = search.variable === 'migration';
  const tracks = useAnimalTracks(isTracks, momentsOf(records.get('migration'))[0]);
  const contacts = useContacts(search, isTracks).source.sourced?.value.contacts ?? none;
  const { frame, isCurrent, failure } = clock.frame;
  const isLate = frame !== null && !isCurrent && !clock.playing;
  // A date of the tracks is a whole day.
  const untilMs = clock.ms === null ? 0 : clock.ms + dayMs - 1;
  const common = { tracks, contacts, place, line, bond, onPick: pick, onPointer: setPointed, untilMs };
  return (
    <PanelFrame title={name} provenance={frame?.provenance} actions={<FilesMenu view={view} />} flush>
      <div className={styles.tools}>
        <CompareControls view={view} />
        <ColourControls view={view} />
      </div>
      <div className={styles.maps} data-pair={pictures.beside !== null && isPair}>
        <Suspense fallback={<SkeletonBar height={460} />}>
          <StageMap
            {...common}
            label={texts.label(pictures.main.title)}
            fields={pictures.main.fields}
            velocity={search.compare === undefined ? (frame?.velocity ?? null) : null}
          >
            <PictureButton caption={captionOf(pictures.main, view, timeZone)} />
          </StageMap>
          {pictures.beside !== null && isPair ? (
            <StageMap
              {...common}
              label={texts.second(pictures.beside.title)}
              fields={pictures.beside.fields}
              velocity={null}
            />
          ) : null}
        </Suspense>
      </div>
      <div className={styles.foot}>
        {search.compare === 'swipe' ? <DividerControl view={view} /> : null}
        {isTracks ? null : (
          <Suspense>
            <StageLegend picture={pictures.main} at={pointed ?? place} when={frame?.ms ?? null} />
            {pictures.beside === null ? null : (
              <StageLegend picture={pictures.beside} at={pointed ?? place} when={clock.other.frame?.ms ?? null} />
            )}
          </Suspense>
        )}
        <p className={styles.readout} role="status">
          {pictures.fault ?? failureOf(failure) ?? (isTracks ? texts.tracksOnly : null)}
          {isLate ? texts.stale(formatInstant(frame.ms, timeZone)) : null}
          {pictures.fault === null && failure === null && !isTracks && !isLate ? (
            <Reading picture={pictures.main} at={pointed ?? place} isComing={dates.length > 0} />
          ) : null}
        </p>
      </div>
    </PanelFrame>
  );
}

const failureOf = (failure: Error | null) => (failure === null ? null : `${texts.failed}: ${failure.message}`);

/** The words below a picture of the map. */
function captionOf(picture: Picture, { clock }: View, timeZone: TimeZone): PictureCaption {
  const { frame } = clock.frame;
  const isSimulated = frame?.provenance.state === 'simulated';
  return {
    title: picture.title,
    detail: clock.ms === null ? '' : formatInstant(clock.ms, timeZone),
    source: temporalTexts.files.source(frame?.provider ?? temporalTexts.files.noFrame, isSimulated),
    legend: { scale: picture.scale, unit: picture.unit },
  };
}

/** A touch on the map gives the place of the series and of the profile, or, in two touches, the line of the transect. */
function usePicking({ search, change }: View) {
  const [start, setStart] = useState<Place | null>(null);
  const isLine = search.tab === 'transect' || search.tab === 'hovmoller';
  const rounded = ([lon, lat]: Place): Place => [Number(lon.toFixed(4)), Number(lat.toFixed(4))];
  const line = useMemo<readonly Place[]>(() => {
    if (!isLine) return [];
    if (start !== null) return [start];
    return search.line === undefined ? [] : linePositions(search.line);
  }, [isLine, start, search.line]);
  const pick = (position: Place) => {
    const [lon, lat] = rounded(position);
    if (!isLine) return change({ lon, lat }, { replace: true });
    if (start === null) return setStart([lon, lat]);
    setStart(null);
    change({ line: `${start.join(',')};${lon},${lat}` }, { replace: true });
  };
  return { line, pick };
}

type ReadingProps = { readonly picture: Picture; readonly at: Place | null; readonly isComing: boolean };

/** The value under the pointer; before the picture is there, whether one comes. */
function Reading({ picture, at, isComing }: ReadingProps) {
  const { coordinates } = usePreferences();
  if (picture.read === null) return <>{isComing ? texts.coming : texts.noFields}</>;
  if (at === null) return <>{texts.pick}</>;
  const value = fieldValueAt(picture.read, at);
  const amount = value === null ? texts.unknown : formatQuantity(value, picture.unit, { maxDecimals: 2 });
  return <>{texts.value(amount, formatCoordinates(at, coordinates))}</>;
}
