import { copernicusApiIds } from '@kianda/contract/sea/ocean/copernicus.contract';
import { formatMilliseconds, formatNumber, UNKNOWN } from '@kianda/format';
import {
  Example,
  FactList,
  Instant,
  PanelFrame,
  RelativeTime,
  StatusMark,
  StatusPill,
  type StatusTone,
  usePreferences,
} from '@kianda/ui';
import { SourcedValue } from '../../../shared/figure-list.tsx';
import type { ApiEntry, OceanStatus } from '../api/read-status.ts';
import styles from '../page.module.css';
import { integrationTexts } from '../texts.pt.ts';

const { status: texts, apis: apiTexts } = integrationTexts;
const overallTones = { online: 'good', partial: 'caution', offline: 'bad', unknown: 'unknown' } as const;
const apiTones: Readonly<Record<ApiEntry['status'], StatusTone>> = {
  success: 'good',
  error: 'bad',
  discontinued: 'info',
  unknown: 'unknown',
};

type Props = { readonly status: OceanStatus; readonly host: string | null };

/** The whole, its counts, and one entry for each interface. */
export function StatusTab({ status, host }: Props) {
  const overall = status.status.value;
  const wholeNumber = { maxDecimals: 0 } as const;
  return (
    <div className={styles.stack}>
      <PanelFrame title={texts.title} provenance={status.status.provenance}>
        <p className={styles.overall}>
          <StatusMark tone={overallTones[overall]} size={14} />
          <span className={styles.overallWord}>{texts[overall]}</span>
          <span className={styles.explain}>{host === null ? texts.sample : texts.explain[overall]}</span>
        </p>
        <FactList
          items={[
            [texts.successful, <SourcedValue key="successful" value={status.successful} format={wholeNumber} />],
            [texts.products, <SourcedValue key="products" value={status.products} format={wholeNumber} />],
            [
              texts.time,
              <SourcedValue key="time" value={status.responseMs} display={(ms) => formatMilliseconds(Number(ms))} />,
            ],
            [texts.updated, <Instant key="updated" at={status.timestamp} seconds />],
            [texts.host, host ?? UNKNOWN],
          ]}
        />
      </PanelFrame>
      <section aria-labelledby="interfaces" className={styles.apis}>
        <h2 id="interfaces" className="k-visually-hidden">
          {apiTexts.title}
        </h2>
        {copernicusApiIds.map((id) => (
          <ApiCard key={id} id={id} api={status.apis[id]} />
        ))}
      </section>
    </div>
  );
}

function ApiCard({ id, api }: { readonly id: keyof OceanStatus['apis']; readonly api: ApiEntry }) {
  const { timeZone } = usePreferences();
  const nameId = `interface-${id}`;
  return (
    <article className={styles.api} aria-labelledby={nameId} data-status={api.status}>
      <header className={styles.apiHead}>
        <h3 id={nameId} className={styles.apiName}>
          {apiTexts.names[id]}
        </h3>
        <StatusPill tone={apiTones[api.status]}>{apiTexts[api.status]}</StatusPill>
      </header>
      <p className={styles.apiAbout}>{apiTexts.about[id]}</p>
      {api.status === 'discontinued' ? <span className={styles.chip}>{apiTexts.chip}</span> : null}
      <dl className={styles.facts}>
        <div>
          <dt>{apiTexts.products}</dt>
          <dd>{formatNumber(api.products, { maxDecimals: 0 })}</dd>
        </div>
        <div>
          <dt>{apiTexts.time}</dt>
          <dd>{formatMilliseconds(api.responseMs)}</dd>
        </div>
        <div>
          <dt>{apiTexts.checked}</dt>
          <dd>{api.checkedAt === null ? UNKNOWN : <RelativeTime at={api.checkedAt} zone={timeZone} />}</dd>
        </div>
      </dl>
      <p className={styles.apiError}>
        {api.isExample ? (
          <Example of={api.error}>{(error) => `${apiTexts.errorLabel}: ${error}`}</Example>
        ) : api.status === 'discontinued' ? (
          api.error
        ) : (
          `${apiTexts.errorLabel}: ${api.error ?? apiTexts.none}`
        )}
      </p>
      {api.isServedByUs ? <p className={styles.apiAbout}>{apiTexts.servedByUs}</p> : null}
    </article>
  );
}
