import type { DataOf } from '@kianda/contract';
import type { backupOverview } from '@kianda/contract/operations/backups/backups.contract';
import { formatNumber } from '@kianda/format';
import { FactList, Panel, RelativeTime, StatusPill } from '@kianda/ui';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import list from '../../../shared/item-list.module.css';
import styles from '../page.module.css';
import { backupTexts as texts } from '../texts.pt.ts';

/** Copies of the data by target, as verified, against the rule of three copies. */
export function BackupTargets({ result }: { readonly result: EndpointResult<DataOf<typeof backupOverview>> }) {
  return (
    <Panel id="regra" title={texts.rule} description={texts.ruleText} source={result}>
      {({ rule }) => (
        <>
          <p>
            <StatusPill tone={rule.isMet ? 'good' : 'caution'}>
              {rule.isMet ? texts.ruleMet : texts.ruleNotMet}
            </StatusPill>
          </p>
          <FactList
            items={[
              [texts.copiesCount, `${formatNumber(rule.copies)} / 3`],
              [texts.mediaCount, `${formatNumber(rule.media)} / 2`],
              [texts.offsiteCount, `${formatNumber(rule.offsite)} / 1`],
            ]}
          />
          <ul className={`${list.list} ${styles.places}`}>
            {rule.places.map((place) => (
              <li key={place.id} className={list.item}>
                <span>
                  <strong>{place.label}</strong>{' '}
                  <span className={styles.muted}>
                    {place.medium}
                    {place.isOffsite ? ` · ${texts.offsite}` : ''}
                  </span>
                  <br />
                  <span className={styles.mono}>{place.place}</span>
                  <br />
                  <span className={styles.muted}>
                    {place.detail} <RelativeTime at={place.checkedAt} />
                  </span>
                </span>
                <StatusPill tone={place.holds ? 'good' : 'caution'}>{place.holds ? texts.yes : texts.no}</StatusPill>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
