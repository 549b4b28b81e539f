import type { DataOf, Provenance } from '@kianda/contract';
import {
  biodiversityDiversity,
  type DiversityQuality,
  diversityQualities,
} from '@kianda/contract/sea/biodiversity/diversity.contract';
import { formatNumber, formatQuantity } from '@kianda/format';
import { EmptyState, FactList, named, Panel, PanelFrame, SkeletonLines } from '@kianda/ui';
import { NativeSelect } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { useRead } from '../client/use-read.ts';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { SideLayout } from '../page-frame/side-layout.tsx';
import { useAddress } from '../page-frame/use-address.ts';
import styles from './diversity.module.css';
import { cleared, Filters } from './filters.tsx';
import { type ChangeDiversity, type DiversityState, diversityFields, queryOf } from './state.ts';
import { diversityTexts as texts } from './texts.pt.ts';

const DiversityMap = lazy(() => import('./diversity-map.tsx'));
const chartOf = (name: 'HillCurves' | 'AccumulationCurve' | 'YearBars') =>
  lazy(() => import('./curves.tsx').then((module) => ({ default: module[name] })));
const HillCurves = chartOf('HillCurves');
const AccumulationCurve = chartOf('AccumulationCurve');
const YearBars = chartOf('YearBars');

type Diversity = DataOf<typeof biodiversityDiversity>;
const qualities = Object.keys(diversityQualities) as DiversityQuality[];

/** Diversity of the species that were recorded: numbers, curves, groups, years and cells of the same records. */
export function DiversityPage() {
  const [state, change, fragment] = useAddress(diversityFields);
  const source = useRead(biodiversityDiversity, { query: queryOf(state) });
  const diversity = source.sourced?.value;
  const { mostra, qualidade } = state;
  const nextQuality = qualities[(qualities.indexOf(qualidade) + 1) % qualities.length] ?? 'all';
  return (
    <PageFrame
      title={texts.title}
      purpose={texts.purpose}
      help={texts.help}
      fragment={fragment}
      shortcuts={[
        { key: 'q', label: texts.keys.quality, run: () => change({ qualidade: nextQuality }) },
        {
          key: 'm',
          label: texts.keys.map,
          run: () => change({ mostra: mostra === 'species' ? 'records' : 'species' }),
        },
        { key: 'l', label: texts.keys.clear, run: () => change(cleared) },
      ]}
    >
      <SideLayout side={<Filters state={state} change={change} diversity={diversity} />}>
        <Panel
          title={texts.numbers}
          description={texts.numbersNote}
          source={source}
          skeleton={<SkeletonLines lines={4} />}
          isEmpty={({ records }) => records === 0}
          empty={<EmptyState title={texts.empty}>{texts.emptyNote}</EmptyState>}
        >
          {(value) => <Numbers diversity={value} />}
        </Panel>
        {diversity === undefined || diversity.records === 0 ? null : (
          <Details {...{ state, change, diversity }} source={sourceOf(source.sourced?.provenance)} />
        )}
      </SideLayout>
    </PageFrame>
  );
}

const sourceOf = (provenance: Provenance | undefined): string =>
  provenance === undefined || provenance.state === 'fallback' ? '' : provenance.source;

const orders = ['q0', 'q1', 'q2'] as const;

function Numbers({ diversity }: { readonly diversity: Diversity }) {
  const { observed, asymptotic, coverage, records, unidentified, once, twice } = diversity;
  const one = (value: number) => formatNumber(value, { maxDecimals: 1 });
  return (
    <>
      <ul className={styles.numbers}>
        {orders.map((q) => {
          const all = asymptotic?.[q] ?? null;
          return (
            <li key={q}>
              <span>{texts.hill[q]}</span>
              <strong>{observed === null ? '—' : one(observed[q])}</strong>
              <span>{all === null ? texts.noEstimate : texts.estimated(one(all))}</span>
            </li>
          );
        })}
      </ul>
      <FactList
        items={[
          [texts.records, formatNumber(records)],
          [texts.unidentified, formatNumber(unidentified)],
          [
            texts.coverage,
            <span key="coverage" title={texts.coverageNote}>
              {coverage === null ? '—' : formatQuantity(100 * coverage, '%', { maxDecimals: 2 })}
            </span>,
          ],
          [texts.rare, `${formatNumber(once)} · ${formatNumber(twice)}`],
        ]}
      />
    </>
  );
}

type DetailProps = {
  readonly state: DiversityState;
  readonly change: ChangeDiversity;
  readonly diversity: Diversity;
  readonly source: string;
};

function Details({ state, change, diversity, source }: DetailProps) {
  return (
    <>
      <div className={styles.pair}>
        <PanelFrame
          title={texts.map}
          actions={
            <NativeSelect
              size="xs"
              aria-label={texts.mapShows}
              value={state.mostra}
              onChange={({ currentTarget }) =>
                change({ mostra: diversityFields.mostra.read(currentTarget.value) ?? 'species' })
              }
              data={Object.entries(texts.shows).map(([value, label]) => ({ value, label }))}
            />
          }
        >
          <Waiting lines={14}>
            <DiversityMap {...{ state, change, diversity, source }} />
          </Waiting>
        </PanelFrame>
        <Groups state={state} change={change} diversity={diversity} />
      </div>
      <div className={styles.halves}>
        <PanelFrame title={texts.curve}>
          <Waiting lines={9}>
            <HillCurves diversity={diversity} source={source} />
          </Waiting>
        </PanelFrame>
        <PanelFrame title={texts.accumulation}>
          <Waiting lines={9}>
            <AccumulationCurve diversity={diversity} source={source} />
          </Waiting>
        </PanelFrame>
        <PanelFrame title={texts.years}>
          <Waiting lines={8}>
            <YearBars diversity={diversity} source={source} />
          </Waiting>
        </PanelFrame>
        <PanelFrame title={texts.leading}>
          <FactList
            items={diversity.leading.map(({ scientificName, records }) => [scientificName, formatNumber(records)])}
          />
        </PanelFrame>
      </div>
      <PanelFrame title={texts.sources}>
        <ul className={styles.sources}>
          {diversity.methods.map((method) => (
            <li key={method}>{method}</li>
          ))}
          {diversity.datasets.map(({ id, source: provider, licence, records }) => (
            <li key={`${provider} ${id}`}>
              {texts.dataset(id, formatNumber(records))} (
              {[provider, licence].filter((part) => part !== null).join(', ')})
            </li>
          ))}
        </ul>
      </PanelFrame>
    </>
  );
}

function Waiting({ lines, children }: { readonly lines: number; readonly children: ReactNode }) {
  return <Suspense fallback={<SkeletonLines lines={lines} />}>{children}</Suspense>;
}

function Groups({ state, change, diversity }: Omit<DetailProps, 'source'>) {
  return (
    <PanelFrame title={texts.groups} description={texts.groupsNote}>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{texts.groupColumns.name}</th>
              <th scope="col">{texts.groupColumns.species}</th>
              <th scope="col">{texts.groupColumns.records}</th>
              <th scope="col" className="k-no-print">
                <span className="k-visually-hidden">{texts.show}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {diversity.groups.map(({ name, species, records }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{formatNumber(species)}</td>
                <td>{formatNumber(records)}</td>
                <td className="k-no-print">
                  <button
                    type="button"
                    aria-pressed={state.grupo === name}
                    aria-label={named(texts.show, name)}
                    onClick={() => change({ grupo: state.grupo === name ? '' : name })}
                  >
                    {state.grupo === name ? texts.shown : texts.show}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </PanelFrame>
  );
}
