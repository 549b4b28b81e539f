import type { DataOf } from '@kianda/contract';
import { placeById } from '@kianda/contract/sea/places/places.contract';
import { type PlaceKind, placeKinds } from '@kianda/contract/sea/places/places.resource';
import { formatCoordinates, formatQuantity } from '@kianda/format';
import { Panel, SkeletonBar, usePreferences } from '@kianda/ui';
import { Anchor, Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useOpenSection } from '../../../shell/use-section.ts';
import { Card, CardColumns, CardSide } from '../../shared/card/card.tsx';
import { Fact, Facts } from '../../shared/card/facts.tsx';
import { useMayOpen } from '../../shared/use-section-link.ts';
import { AlertsHere, SeaHere, SpeciesHere, VesselsHere } from './here.tsx';
import { placesTexts as texts } from './texts.pt.ts';

const PlaceMap = lazy(() => import('./place-map.tsx'));

type Detail = DataOf<typeof placeById>;
type PlaceKey = `${PlaceKind}/${string}`;
type Props = {
  readonly kind: PlaceKind;
  readonly id: string;
  readonly onOpen: (place: PlaceKey) => void;
  readonly onBack: () => void;
};

const mapHeight = 460;

/** Everything known of one place: where and what it is, the sea there, vessels, alerts and species. */
export default function PlaceCard({ kind, id, onOpen, onBack }: Props) {
  const place = useEndpoint(placeById, { params: { kind, id } }, { refetchSeconds: 0 });
  const known = place.sourced?.value;
  return (
    <Card back={texts.back} onBack={onBack} actions={<Actions kind={kind} id={id} name={known?.name} />}>
      <CardColumns>
        <CardSide>
          <Panel id="mapa" title={texts.map.title} source={place} skeleton={<SkeletonBar height={mapHeight} />}>
            {(value) => (
              <Suspense fallback={<SkeletonBar height={mapHeight} />}>
                <PlaceMap place={value} />
              </Suspense>
            )}
          </Panel>
          {known === undefined ? null : <SeaHere place={known} />}
        </CardSide>
        <Panel id="lugar" title={known?.name ?? placeKinds[kind]} source={place}>
          {(value) => <PlaceFacts place={value} onOpen={onOpen} />}
        </Panel>
      </CardColumns>
      {known === undefined ? null : (
        <>
          <VesselsHere place={known} />
          <AlertsHere place={known} />
          <SpeciesHere place={known} />
        </>
      )}
    </Card>
  );
}

/** Ways from a place to the work that belongs to its kind. */
function Actions({
  kind,
  id,
  name,
}: {
  readonly kind: PlaceKind;
  readonly id: string;
  readonly name?: string | undefined;
}) {
  const open = useOpenSection();
  if (!useMayOpen()('global-fishing-watch')) return null;
  if (kind === 'watched-area')
    return (
      <Button variant="default" size="xs" onClick={() => open('global-fishing-watch', { tab: 'areas', areaId: id })}>
        {texts.report}
      </Button>
    );
  if (kind === 'ais-station' && name !== undefined)
    return (
      <Button variant="default" size="xs" onClick={() => open('global-fishing-watch', { tab: 'safety', q: name })}>
        {texts.station}
      </Button>
    );
  return null;
}

const km = (value: number) => formatQuantity(value, 'km', { maxDecimals: value < 10 ? 1 : 0 });

function PlaceFacts({ place, onOpen }: { readonly place: Detail; readonly onOpen: (place: PlaceKey) => void }) {
  const { coordinates } = usePreferences();
  const isPoint = place.geometry.type === 'Point';
  const { nearestPort, within } = place;
  const link = ({ kind, id }: { readonly kind: PlaceKind; readonly id: string }, label: string) => (
    <Anchor component="button" type="button" ta="start" onClick={() => onOpen(`${kind}/${id}`)}>
      {label}
    </Anchor>
  );
  const fact = { reason: texts.facts.unknown };
  return (
    <Facts>
      <Fact {...fact} label={texts.facts.kind}>
        {placeKinds[place.kind]} · {place.detail}
      </Fact>
      <Fact {...fact} label={isPoint ? texts.facts.position : texts.facts.middle}>
        <span className="k-mono">{formatCoordinates([place.lon, place.lat], coordinates)}</span>
      </Fact>
      <Fact label={texts.facts.area} reason={isPoint ? texts.facts.noArea : texts.facts.unstatedArea}>
        {place.areaKm2 === null ? null : formatQuantity(place.areaKm2, 'km²', { maxDecimals: 0 })}
      </Fact>
      <Fact label={texts.facts.coast} reason={texts.facts.onLand}>
        {place.coastKm === null ? null : km(place.coastKm)}
      </Fact>
      <Fact label={texts.facts.port} reason={texts.facts.noPort}>
        {nearestPort === null ? null : link(nearestPort, texts.facts.away(nearestPort.name, km(nearestPort.km)))}
      </Fact>
      <Fact {...fact} label={texts.facts.zee}>
        {place.insideZee ? texts.facts.yes : texts.facts.no}
      </Fact>
      <Fact label={texts.facts.within} reason={texts.facts.nowhere}>
        {within.length === 0
          ? null
          : within.map((area) => <div key={`${area.kind}/${area.id}`}>{link(area, area.name)}</div>)}
      </Fact>
      {place.facts.map(({ label, value }) => (
        <Fact key={label} {...fact} label={label}>
          {value}
        </Fact>
      ))}
      <Fact {...fact} label={texts.facts.source}>
        {place.source}
      </Fact>
      {place.url === null ? null : (
        <Fact {...fact} label={texts.facts.page}>
          <Anchor href={place.url} target="_blank" rel="noreferrer">
            {place.url}
          </Anchor>
        </Fact>
      )}
    </Facts>
  );
}
