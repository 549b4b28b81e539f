import {
  type getModelVersion,
  type ModelVersionDetail,
  metricNames,
  splitNames,
} from '@kianda/contract/models/registry/models.contract';
import { formatDate, formatNumber } from '@kianda/format';
import { FactList, Panel, SkeletonLines, usePreferences } from '@kianda/ui';
import type { useRead } from '../client/use-read.ts';
import styles from './ml-demo.module.css';
import { mlTexts as texts } from './texts.pt.ts';

type Props = { readonly version: ReturnType<typeof useRead<typeof getModelVersion>> };

/** The version in use: method, measure on what it had not seen, data and limits. */
export function Specification({ version }: Props) {
  return (
    <Panel title={texts.system} source={version} skeleton={<SkeletonLines lines={6} />}>
      {(detail) => <Facts detail={detail} />}
    </Panel>
  );
}

function Facts({ detail }: { readonly detail: ModelVersionDetail }) {
  const { timeZone } = usePreferences();
  const { skill, algorithm, version, trainedAt, rows, purpose, limits, isSimulated } = detail;
  const number = (value: number | null) => formatNumber(value, { maxDecimals: 2 });
  const interval = skill.low === null || skill.high === null ? '' : ` (${number(skill.low)} – ${number(skill.high)})`;
  return (
    <div className={styles.facts}>
      <p>{purpose}</p>
      <FactList
        items={[
          [texts.method, algorithm],
          [texts.version, formatNumber(version)],
          [texts.trained, formatDate(trainedAt, timeZone)],
          [texts.rows, formatNumber(rows)],
          [texts.skill(metricNames[skill.metric], splitNames[skill.split]), `${number(skill.validation)}${interval}`],
          [texts.baseline(skill.baseline), number(skill.baselineValidation)],
        ]}
      />
      {isSimulated ? <p className={styles.warning}>{texts.simulated}</p> : null}
      {limits.length === 0 ? null : (
        <>
          <h3>{texts.limits}</h3>
          <ul className={styles.limits}>
            {limits.map((limit) => (
              <li key={limit}>{limit}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
