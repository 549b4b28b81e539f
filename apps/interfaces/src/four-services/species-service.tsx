import {
  changeStudy,
  createStudy,
  getStudy,
  listStudies,
  mapStudy,
  studyMapGrid,
  studySpecies,
  tuneStudy,
} from '@kianda/contract/models/studies/studies.contract';
import { formatCoordinates, formatInstant, formatNumber, formatQuantity } from '@kianda/format';
import { EmptyState, FactList, Panel, usePreferences } from '@kianda/ui';
import { Autocomplete, Button } from '@mantine/core';
import { useClient, useRead } from '../client/use-read.ts';
import styles from './four-services.module.css';
import { valueAt } from './grid-value.ts';
import { Outcome } from './outcome.tsx';
import type { ServiceProps } from './service-props.ts';
import { serviceTexts } from './texts.pt.ts';
import { useAct } from './use-act.ts';

const texts = serviceTexts.species;
/** Seconds between looks at work under way. */
const lookSeconds = 5;

/** Suitability of a place for a species, by the newest map of its study; without one, the steps that make it. */
export function SpeciesService({ state, change }: ServiceProps) {
  const species = useRead(studySpecies, { query: { search: '' } });
  const studies = useRead(listStudies, {}, lookSeconds * 6);
  const study = studies.sourced?.value.find(({ species: name }) => name === state.especie);
  const names = species.sourced?.value.map(({ name }) => name) ?? [];
  return (
    <Panel title={texts.title} description={texts.description} source={studies} className={styles.service}>
      {() => (
        <div className={styles.body}>
          <Autocomplete
            label={texts.species}
            data={names}
            limit={12}
            maxLength={200}
            value={state.especie}
            onChange={(especie) => change({ especie })}
          />
          {state.especie === '' ? <EmptyState title={texts.choose} /> : null}
          {state.especie !== '' && study === undefined ? (
            <NewStudy species={state.especie} isKnown={names.includes(state.especie)} onMade={studies.refresh} />
          ) : null}
          {study === undefined ? null : <StudyState id={study.id} lon={state.lon} lat={state.lat} />}
        </div>
      )}
    </Panel>
  );
}

type NewProps = { readonly species: string; readonly isKnown: boolean; readonly onMade: () => void };

function NewStudy({ species, isKnown, onMade }: NewProps) {
  const client = useClient();
  const { act, ...action } = useAct();
  const make = () =>
    act(async () => {
      const { data } = await client.call(createStudy, { body: { species } });
      await client.call(tuneStudy, { params: { id: data.id } });
      onMade();
    });
  return (
    <>
      <p>{isKnown ? texts.noStudy : texts.unknown}</p>
      <Outcome {...action}>
        <Button onClick={make} loading={action.isRunning} disabled={!isKnown}>
          {texts.make}
        </Button>
      </Outcome>
    </>
  );
}

type StateProps = { readonly id: string; readonly lon: number; readonly lat: number };

function StudyState({ id, lon, lat }: StateProps) {
  const client = useClient();
  const { act, ...action } = useAct();
  const detail = useRead(getStudy, { params: { id } }, lookSeconds);
  const study = detail.sourced?.value;
  const map = study?.shownMaps[0];
  const open = study?.work.find(({ state }) => state === 'queued' || state === 'running');
  const failed = study?.work.find(({ state, error }) => state === 'failed' && error !== null);
  const tuning = study?.tunings[0];
  if (study === undefined) return null;
  const makeMap = () =>
    act(async () => {
      if (study.chosen === null && tuning?.proposed != null) {
        const chosen = { runId: tuning.id, candidate: tuning.proposed };
        await client.call(changeStudy, { params: { id }, body: { chosen } });
      }
      await client.call(mapStudy, { params: { id }, body: {} });
      detail.refresh();
    });
  return (
    <>
      {open === undefined ? null : (
        <p role="status">
          {texts.working(open.kind, open.progress === null ? null : formatNumber(open.progress * 100))}
        </p>
      )}
      {open === undefined && failed !== undefined ? <p role="alert">{failed.error}</p> : null}
      {map === undefined ? (
        <Outcome {...action}>
          <p>{tuning === undefined ? texts.notTuned : texts.noMap}</p>
          <Button onClick={makeMap} loading={action.isRunning} disabled={open !== undefined || tuning === undefined}>
            {texts.makeMap}
          </Button>
        </Outcome>
      ) : (
        <Suitability map={map} lon={lon} lat={lat} auc={study.aucTest} />
      )}
    </>
  );
}

type MapProps = {
  readonly map: {
    readonly id: string;
    readonly madeAt: string;
    readonly thresholds: { readonly p10: number | null };
    readonly suitableSquareKilometres: number;
  };
  readonly lon: number;
  readonly lat: number;
  readonly auc: number | null;
};

function Suitability({ map, lon, lat, auc }: MapProps) {
  const { timeZone, coordinates } = usePreferences();
  const grid = useRead(studyMapGrid, { params: { id: map.id } });
  const value = grid.sourced === undefined ? undefined : valueAt(grid.sourced.value, lon, lat);
  const { p10 } = map.thresholds;
  return (
    <FactList
      items={[
        [texts.place, formatCoordinates([lon, lat], coordinates)],
        [
          texts.value,
          value === undefined ? '…' : value === null ? texts.outside : formatNumber(value, { decimals: 2 }),
        ],
        [texts.verdict, value == null || p10 === null ? '—' : value >= p10 ? texts.suitable : texts.unsuitable],
        [texts.auc, formatNumber(auc, { decimals: 2 })],
        [texts.area, formatQuantity(map.suitableSquareKilometres, 'km²', { maxDecimals: 0 })],
        [texts.madeAt, formatInstant(map.madeAt, timeZone)],
      ]}
    />
  );
}
