import type { DataOf } from '@kianda/contract';
import { gfwVesselDetail, gfwVesselInsights } from '@kianda/contract/fleet/vessels/gfw.contract';
import { formatDate, formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { dayMs } from '@kianda/geo';
import { type Column, DataTable, FactList, PanelFailure, ProvenanceBadge, SkeletonLines, useClock } from '@kianda/ui';
import { useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useBrowserFile } from '../api/use-browser-file.ts';
import styles from '../page.module.css';
import { vesselProviderTexts as texts } from './texts.pt.ts';

type Detail = DataOf<typeof gfwVesselDetail>;
type Period = Detail['reported'][number];
type Insights = DataOf<typeof gfwVesselInsights>;

/** The provider's data end so long before the present. */
const lagDays = 4;
const spanDays = 365;

const dayText = (instant: string | null): string => (instant === null ? UNKNOWN : formatDate(instant.slice(0, 10)));
const span = ({ from, to }: { readonly from: string | null; readonly to: string | null }): string =>
  `${dayText(from)} – ${dayText(to)}`;

const columns: readonly Column<Period>[] = [
  { id: 'source', label: texts.source, value: ({ source }) => source },
  { id: 'period', label: texts.period, value: ({ from }) => from, render: (row) => span(row) },
  { id: 'name', label: texts.name, value: ({ name }) => name },
  { id: 'flag', label: texts.flag, value: ({ flag }) => flag },
  { id: 'mmsi', label: texts.mmsi, value: ({ mmsi }) => mmsi },
  { id: 'imo', label: texts.imo, value: ({ imo }) => imo },
  { id: 'callsign', label: texts.callsign, value: ({ callsign }) => callsign },
];

/** The provider's file of a vessel: identities by source and period, owners, authorisations and indicators. */
export function VesselProvider({ vesselId }: { readonly vesselId: string }) {
  const now = useClock();
  const [days] = useState(() => ({
    from: new Date(now() - (spanDays + lagDays) * dayMs).toISOString().slice(0, 10),
    to: new Date(now() - lagDays * dayMs).toISOString().slice(0, 10),
  }));
  const detail = useEndpoint(gfwVesselDetail, { params: { vesselId } }, { refetchSeconds: 0, timeoutSeconds: 40 });
  const insights = useEndpoint(
    gfwVesselInsights,
    { params: { vesselId }, query: days },
    { refetchSeconds: 0, timeoutSeconds: 40 },
  );
  return (
    <section aria-label={texts.title} className={styles.stack}>
      <div className={styles.marks}>
        <h3 className={styles.subtitle}>{texts.title}</h3>
        {detail.sourced === undefined ? null : <ProvenanceBadge provenance={detail.sourced.provenance} />}
      </div>
      {detail.sourced !== undefined ? (
        <Identities detail={detail.sourced.value} />
      ) : detail.error !== null ? (
        <PanelFailure error={detail.error} onRetry={detail.refresh} />
      ) : (
        <SkeletonLines lines={5} />
      )}
      <div className={styles.marks}>
        <h4 className={styles.name}>{texts.insights(formatDate(days.from), formatDate(days.to))}</h4>
        {insights.sourced === undefined ? null : <ProvenanceBadge provenance={insights.sourced.provenance} />}
      </div>
      {insights.sourced !== undefined ? (
        <InsightFacts insights={insights.sourced.value} />
      ) : insights.error !== null ? (
        <PanelFailure error={insights.error} onRetry={insights.refresh} />
      ) : (
        <SkeletonLines lines={3} />
      )}
      {detail.sourced === undefined ? null : <p className={styles.note}>{detail.sourced.value.attribution}</p>}
    </section>
  );
}

function Identities({ detail }: { readonly detail: Detail }) {
  const { owners, authorizations } = detail;
  const { saveTable } = useBrowserFile();
  const rows = [...detail.reported, ...detail.registered];
  return (
    <>
      <DataTable
        id="identidades-gfw"
        label={texts.identities}
        columns={columns}
        rows={rows}
        rowId={(row) => String(rows.indexOf(row))}
        initialSort="-period"
        csvNotes={() => [['Fonte', detail.attribution]]}
        saveCsv={saveTable}
      />
      <div className={styles.columns}>
        <div>
          <h4 className={styles.name}>{texts.owners}</h4>
          {owners.length === 0 ? (
            <p className={styles.note}>{texts.noOwners}</p>
          ) : (
            <ul className={styles.steps}>
              {owners.map((owner) => (
                <li key={`${owner.name} ${owner.from}`}>
                  {[owner.name ?? texts.nameless, owner.flag, span(owner)].filter((part) => part !== null).join(' · ')}
                </li>
              ))}
            </ul>
          )}
        </div>
        <div>
          <h4 className={styles.name}>{texts.authorizations}</h4>
          {authorizations.length === 0 ? (
            <p className={styles.note}>{texts.noAuthorizations}</p>
          ) : (
            <ul className={styles.steps}>
              {authorizations.map((one) => (
                <li key={`${one.source} ${one.from}`}>{`${one.source} · ${span(one)}`}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </>
  );
}

function InsightFacts({ insights }: { readonly insights: Insights }) {
  const count = (value: number | null) =>
    value === null ? <span title={texts.untold}>{UNKNOWN}</span> : formatNumber(value, { maxDecimals: 0 });
  return (
    <FactList
      items={[
        [texts.fishing, count(insights.fishingEvents)],
        [texts.unauthorised, count(insights.fishingWithoutKnownAuthorization)],
        [texts.noTake, count(insights.fishingInNoTakeAreas)],
        [texts.gaps, count(insights.gapEvents)],
        [
          texts.coverage,
          insights.coveragePercent === null ? count(null) : formatQuantity(insights.coveragePercent, '%'),
        ],
        [texts.iuu, count(insights.iuuListings)],
      ]}
    />
  );
}
