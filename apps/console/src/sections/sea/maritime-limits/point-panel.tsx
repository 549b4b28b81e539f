import type { BoundaryPoint } from '@kianda/contract/sea/limits/limits.contract';
import { formatCoordinates, formatNumber, formatQuantity } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel, PanelFrame, usePreferences } from '@kianda/ui';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Fact, Facts } from '../../shared/card/facts.tsx';
import styles from './limits.module.css';
import { type PickedPlace, placeOf } from './search.ts';
import { limitTexts } from './texts.pt.ts';
import { usePoint } from './use-limits.ts';

const texts = limitTexts.point;
const metersPerMile = 1852;

type Props = { readonly place: PickedPlace | null; readonly onPlace: (place: PickedPlace) => void };

/** The zone of a place, and how far each limit is. */
export function PointPanel({ place, onPlace }: Props) {
  return (
    <>
      {place === null ? (
        <PanelFrame id="ponto" title={texts.title}>
          <EmptyState title={texts.none}>{texts.noneText}</EmptyState>
        </PanelFrame>
      ) : (
        <Found place={place} />
      )}
      <PlaceForm place={place} onPlace={onPlace} />
    </>
  );
}

function Found({ place }: { readonly place: PickedPlace }) {
  const { coordinates } = usePreferences();
  const point = usePoint(place);
  return (
    <Panel id="ponto" title={texts.title} source={point}>
      {(found) => (
        <div className={styles.place}>
          <Facts>
            <Fact label={texts.at} reason={texts.unknown}>
              {formatCoordinates(place, coordinates)}
            </Fact>
            <Fact label={texts.zone} reason={texts.unknown}>
              {zoneText(found)}
            </Fact>
          </Facts>
          <DataTable
            id="distancias"
            label={texts.distances}
            columns={columns}
            rows={found.distances}
            rowId={({ id }) => id}
            initialSort="meters"
          />
        </div>
      )}
    </Panel>
  );
}

function zoneText({ zones, outside, neighbour }: BoundaryPoint): string | null {
  if (outside === 'neighbour') return texts.outside.neighbour(neighbour ?? '');
  if (outside !== null) return texts.outside[outside];
  return zones.map(({ name }) => name).join('; ') || null;
}

type Distance = BoundaryPoint['distances'][number];
const columns: readonly Column<Distance>[] = [
  { id: 'limit', label: texts.limit, value: ({ name }) => name },
  {
    ...{ id: 'meters', label: texts.distance, value: ({ meters }) => meters, align: 'end' },
    render: ({ meters }) => formatQuantity(meters / 1000, 'km', { maxDecimals: 2 }),
  },
  {
    ...{ id: 'miles', label: texts.miles, value: ({ meters }) => meters / metersPerMile, align: 'end' },
    render: ({ meters }) => formatNumber(meters / metersPerMile, { maxDecimals: 2 }),
  },
];

function PlaceForm({ place, onPlace }: Props) {
  const [lon, setLon] = useState(place === null ? '' : String(place[0]));
  const [lat, setLat] = useState(place === null ? '' : String(place[1]));
  const [isWrong, setWrong] = useState(false);
  const look = (event: FormEvent) => {
    event.preventDefault();
    const written = [lon, lat].map((text) => text.trim().replace(',', '.').replace('−', '-'));
    const isNumber = written.every((text) => /^-?\d{1,3}(\.\d+)?$/.test(text));
    const found = isNumber ? placeOf(written.join(',')) : null;
    setWrong(found === null);
    if (found !== null) onPlace(found);
  };
  return (
    <PanelFrame id="coordenadas" title={texts.form}>
      <form onSubmit={look}>
        <div className={styles.place}>
          <TextInput label={texts.lon} value={lon} onChange={({ currentTarget }) => setLon(currentTarget.value)} />
          <TextInput
            label={texts.lat}
            value={lat}
            error={isWrong ? texts.invalid : undefined}
            onChange={({ currentTarget }) => setLat(currentTarget.value)}
          />
          <div>
            <Button type="submit" variant="default">
              {texts.look}
            </Button>
          </div>
        </div>
      </form>
    </PanelFrame>
  );
}
