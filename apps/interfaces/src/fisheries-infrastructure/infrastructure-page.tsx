import {
  type InfrastructureZone,
  infrastructureKinds,
  infrastructureZones,
  listInfrastructure,
  listInfrastructureProposals,
} from '@kianda/contract/sea/infrastructure/infrastructure.contract';
import { formatCoordinates, formatNumber } from '@kianda/format';
import {
  downloadText,
  EmptyState,
  FactList,
  named,
  Panel,
  PanelFrame,
  RelativeTime,
  SkeletonLines,
  usePreferences,
} from '@kianda/ui';
import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useRead } from '../client/use-read.ts';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { SideLayout } from '../page-frame/side-layout.tsx';
import { useAddress } from '../page-frame/use-address.ts';
import styles from './infrastructure.module.css';
import { type Places, placesCsv, placesGeojson } from './place-files.ts';
import type { Act } from './place-form.tsx';
import { ProposalText } from './proposal-text.tsx';
import { type ChangePage, infrastructureFields, kindIds, type PageState, queryOf, zoneIds } from './state.ts';
import { infrastructureTexts as texts } from './texts.pt.ts';
import { type Proposals, useProposals } from './use-proposals.ts';

// The parts that edit come when somebody edits.
const editing = () => import('./editing.tsx');
const ImportPanel = lazy(() => editing().then((module) => ({ default: module.ImportPanel })));
const ReviewPanel = lazy(() => editing().then((module) => ({ default: module.ReviewPanel })));
const PlaceForm = lazy(() => import('./place-form.tsx').then((module) => ({ default: module.PlaceForm })));
const InfrastructureMap = lazy(() => import('./infrastructure-map.tsx'));
const none: Places = [];
const mostPeople = 20_000_000;

/** Ports, villages and plants of fishing: filters, map, list, one place with its history, and proposals. */
export function InfrastructurePage({ title }: { readonly title: string }) {
  const [state, change, fragment] = useAddress(infrastructureFields);
  const [picked, setPicked] = useState<readonly [number, number] | null>(null);
  const source = useRead(listInfrastructure, { query: queryOf(state) });
  const places = source.sourced?.value.features ?? none;
  const isEditable = source.sourced?.value.isEditable === true;
  const isEditing = isEditable && state.editar;
  const proposals = useProposals(isEditing, source.refresh);
  const place = places.find(({ id }) => id === state.lugar);
  const zones = ['todas', ...zoneIds] as const;
  return (
    <PageFrame
      title={title}
      purpose={texts.purpose}
      help={texts.help}
      fragment={fragment}
      shortcuts={[
        { key: 'e', label: texts.keys.edit, run: () => change({ editar: !state.editar }) },
        {
          key: 'z',
          label: texts.keys.zone,
          run: () => change({ zona: zones[(zones.indexOf(state.zona) + 1) % zones.length] ?? 'todas' }),
        },
      ]}
    >
      <SideLayout side={<Filters {...{ state, change, places, isEditable }} />}>
        <div className={styles.pair}>
          <Panel
            title={texts.map}
            source={source}
            {...(isEditing ? { description: texts.mapNote } : {})}
            skeleton={<SkeletonLines lines={14} />}
          >
            {() => (
              <Suspense fallback={<SkeletonLines lines={14} />}>
                <InfrastructureMap {...{ title, state, change, places, picked }} onPicked={setPicked} />
              </Suspense>
            )}
          </Panel>
          <PlacePanel {...{ place, isEditing, picked, proposals }} />
        </div>
        <Panel
          title={texts.list}
          source={source}
          isEmpty={({ features }) => features.length === 0}
          empty={<EmptyState title={texts.empty}>{texts.emptyNote}</EmptyState>}
        >
          {({ features, total }) => (
            <>
              <p>{texts.count(formatNumber(features.length), formatNumber(total))}</p>
              <PlaceTable places={features} chosen={state.lugar} onChoose={(lugar) => change({ lugar })} />
            </>
          )}
        </Panel>
        {isEditing ? (
          <div className={styles.halves}>
            <Suspense fallback={<SkeletonLines lines={6} />}>
              <ReviewPanel proposals={proposals} />
              <ImportPanel proposals={proposals} />
            </Suspense>
          </div>
        ) : null}
      </SideLayout>
    </PageFrame>
  );
}

type FilterProps = {
  readonly state: PageState;
  readonly change: ChangePage;
  readonly places: Places;
  readonly isEditable: boolean;
};

function Filters({ state, change, places, isEditable }: FilterProps) {
  const { zona, tipo } = infrastructureFields;
  const zoneLabel = (zone: InfrastructureZone) => infrastructureZones[zone].label;
  return (
    <>
      <NativeSelect
        label={texts.zone}
        value={state.zona}
        onChange={({ currentTarget }) => change({ zona: zona.read(currentTarget.value) ?? 'todas' })}
        data={[
          { value: 'todas', label: texts.allZones },
          ...zoneIds.map((value) => ({ value, label: zoneLabel(value) })),
        ]}
      />
      <NativeSelect
        label={texts.kind}
        value={state.tipo}
        onChange={({ currentTarget }) => change({ tipo: tipo.read(currentTarget.value) ?? 'todos' })}
        data={[
          { value: 'todos', label: texts.allKinds },
          ...kindIds.map((value) => ({ value, label: infrastructureKinds[value] })),
        ]}
      />
      <TextInput
        label={texts.minimum}
        description={texts.minimumNote}
        value={state.minimo === 0 ? '' : String(state.minimo)}
        inputMode="numeric"
        maxLength={8}
        onChange={({ currentTarget }) => {
          const written = Number(currentTarget.value.replaceAll(/\D/g, ''));
          change({ minimo: Math.min(written, mostPeople) });
        }}
      />
      <Switch
        label={texts.edit}
        {...(isEditable ? {} : { description: texts.noEdit })}
        checked={state.editar && isEditable}
        disabled={!isEditable}
        onChange={({ currentTarget }) => change({ editar: currentTarget.checked })}
      />
      <h2 className={styles.sideTitle}>{texts.export}</h2>
      <div className={styles.buttons}>
        <Button
          variant="default"
          disabled={places.length === 0}
          onClick={() => downloadText('infraestruturas.geojson', 'application/geo+json', placesGeojson(places))}
        >
          {texts.formats.geojson}
        </Button>
        <Button
          variant="default"
          disabled={places.length === 0}
          onClick={() => downloadText('infraestruturas.csv', 'text/csv', placesCsv(places))}
        >
          {texts.formats.csv}
        </Button>
      </div>
    </>
  );
}

type PlaceProps = {
  readonly place: Places[number] | undefined;
  readonly isEditing: boolean;
  readonly picked: readonly [number, number] | null;
  readonly proposals: Proposals;
};

/** The chosen place, its history, and the forms that propose. */
function PlacePanel({ place, isEditing, picked, proposals }: PlaceProps) {
  const [act, setAct] = useState<Act | null>(null);
  const { said } = proposals;
  return (
    <PanelFrame title={place?.properties.name ?? texts.detail}>
      {place === undefined ? (
        <EmptyState title={texts.noPlace}>{texts.noPlaceNote}</EmptyState>
      ) : (
        <PlaceFacts place={place} isEditing={isEditing} done={proposals.done} />
      )}
      {isEditing ? (
        <>
          <div className={styles.buttons}>
            <Button variant="default" size="compact-md" onClick={() => setAct('create')}>
              {texts.create}
            </Button>
            <Button variant="default" size="compact-md" disabled={place === undefined} onClick={() => setAct('change')}>
              {texts.change}
            </Button>
            <Button variant="default" size="compact-md" disabled={place === undefined} onClick={() => setAct('retire')}>
              {texts.retire}
            </Button>
          </div>
          {act === null ? null : (
            <Suspense fallback={<SkeletonLines lines={6} />}>
              <PlaceForm
                key={`${act} ${String(place?.id)}`}
                {...{ act, place, picked, proposals }}
                onClose={() => setAct(null)}
              />
            </Suspense>
          )}
          <p
            role={said?.isFault === true ? 'alert' : 'status'}
            className={said?.isFault === true ? styles.fault : undefined}
          >
            {said?.text}
          </p>
        </>
      ) : null}
    </PanelFrame>
  );
}

type FactsProps = { readonly place: Places[number]; readonly isEditing: boolean; readonly done: number };

function PlaceFacts({ place, isEditing, done }: FactsProps) {
  const { coordinates } = usePreferences();
  const { kind, zone, population, note, source, version, updatedAt, updatedBy } = place.properties;
  const history = useRead(listInfrastructureProposals, isEditing ? { query: { placeId: String(place.id) } } : null);
  const { refresh } = history;
  useEffect(() => {
    if (done > 0) refresh();
  }, [done, refresh]);
  return (
    <>
      <FactList
        items={[
          [texts.kind, infrastructureKinds[kind]],
          [texts.zone, infrastructureZones[zone].label],
          [texts.facts.position, formatCoordinates(place.geometry.coordinates, coordinates)],
          [texts.facts.population, <Population key="population" value={population} />],
          [texts.facts.source, source],
          ...(note === '' ? [] : [[texts.facts.note, note] as const]),
          [texts.facts.version, formatNumber(version)],
          [
            texts.facts.updated,
            <span key="updated">
              <RelativeTime at={updatedAt} /> {texts.by(updatedBy)}
            </span>,
          ],
        ]}
      />
      {history.sourced === undefined ? null : (
        <>
          <h3 className={styles.sideTitle}>{texts.history}</h3>
          {history.sourced.value.proposals.length === 0 ? <p className={styles.note}>{texts.noHistory}</p> : null}
          <ul className={styles.proposals}>
            {history.sourced.value.proposals.map((proposal) => (
              <li key={proposal.id}>
                <ProposalText proposal={proposal} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Population({ value }: { readonly value: number | null }) {
  return <span title={value === null ? texts.unknownPopulation : undefined}>{formatNumber(value)}</span>;
}

type TableProps = {
  readonly places: Places;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
};

function PlaceTable({ places, chosen, onChoose }: TableProps) {
  const { columns } = texts;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.kind}</th>
            <th scope="col">{columns.zone}</th>
            <th scope="col">{columns.population}</th>
            <th scope="col" className="k-no-print">
              <span className="k-visually-hidden">{texts.choose}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {places.map(({ id, properties: { name, kind, zone, population } }) => (
            <tr key={id} data-chosen={id === chosen}>
              <th scope="row">{name}</th>
              <td>{infrastructureKinds[kind]}</td>
              <td>{infrastructureZones[zone].label}</td>
              <td>
                <Population value={population} />
              </td>
              <td className="k-no-print">
                <button
                  type="button"
                  aria-pressed={id === chosen}
                  aria-label={named(texts.choose, name)}
                  onClick={() => onChoose(id === chosen ? '' : String(id))}
                >
                  {texts.choose}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
