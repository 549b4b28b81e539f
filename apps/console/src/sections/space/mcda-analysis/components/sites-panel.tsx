import { formatCoordinates, formatNumber } from '@kianda/format';
import { type Column, DataTable, PanelFrame, usePreferences } from '@kianda/ui';
import { Alert } from '@mantine/core';
import { useMemo } from 'react';
import styles from '../page.module.css';
import {
  ranksOf,
  type Scenarios,
  type ScenarioTask,
  type Site,
  scenarioIds,
  siteReversals,
} from '../scenario.rules.ts';
import { scenarioTexts as texts } from '../texts.pt.ts';

/** Reversals that are said one by one. */
const said = 3;

type Props = {
  readonly task: ScenarioTask;
  readonly scenarios: Scenarios;
  readonly sites: readonly Site[];
  readonly weights: Float64Array;
  readonly onSite: (place: number) => void;
};
type Row = {
  readonly place: number;
  readonly site: Site;
  readonly scores: readonly { readonly score: number; readonly rank: number }[];
};

/** The best places with their rank in every scenario, and whether the order holds when one of them is left out. */
export function SitesPanel({ task, scenarios, sites, weights, onSite }: Props) {
  const { coordinates } = usePreferences();
  const reversals = useMemo(() => siteReversals(task, sites, weights), [task, sites, weights]);
  const rows = useMemo(() => {
    const scores = scenarioIds.map((id) => sites.map(({ cell }) => scenarios[id][cell] ?? 0));
    const ranks = scores.map(ranksOf);
    return sites.map(
      (site, place): Row => ({
        place,
        site,
        scores: scores.map((own, scenario) => ({ score: own[place] ?? 0, rank: ranks[scenario]?.[place] ?? 0 })),
      }),
    );
  }, [scenarios, sites]);
  const name = (place: number) => texts.siteName(formatNumber(place + 1));
  const columns: readonly Column<Row>[] = [
    { id: 'site', label: texts.site, value: ({ place }) => place + 1, render: ({ place }) => name(place) },
    {
      id: 'position',
      label: texts.position,
      value: ({ site }) => formatCoordinates(site.position, coordinates),
      render: ({ site }) => <span className="k-mono">{formatCoordinates(site.position, coordinates)}</span>,
    },
    ...scenarioIds.map(
      (id, scenario): Column<Row> => ({
        id,
        label: texts.short[id],
        value: ({ scores }) => scores[scenario]?.score ?? null,
        render: ({ scores }) =>
          texts.score(formatNumber(scores[scenario]?.score, { decimals: 2 }), formatNumber(scores[scenario]?.rank)),
        align: 'end',
      }),
    ),
  ];
  return (
    <PanelFrame id="sitios" title={texts.sites} description={texts.sitesText}>
      <div className={styles.stack}>
        {reversals.length === 0 ? (
          <p className={styles.quiet}>{texts.noReversal}</p>
        ) : (
          <Alert color="yellow" title={texts.reversal}>
            {reversals.slice(0, said).map(({ removed, better, worse }) => (
              <p key={`${removed}-${better}-${worse}`}>{texts.reversals(name(removed), name(better), name(worse))}</p>
            ))}
            {reversals.length > said ? <p>{texts.moreReversals(formatNumber(reversals.length - said))}</p> : null}
          </Alert>
        )}
        <DataTable
          id="sitios-candidatos"
          label={texts.sites}
          columns={columns}
          rows={rows}
          rowId={({ place }) => String(place)}
          onOpenRow={({ place }) => onSite(place)}
        />
      </div>
    </PanelFrame>
  );
}
