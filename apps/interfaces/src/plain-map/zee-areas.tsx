import { formatQuantity } from '@kianda/format';
import { Panel } from '@kianda/ui';
import type { ReadSource } from '../client/use-read.ts';
import styles from './plain-map.module.css';
import type { ZeeAnswer } from './plain-map.tsx';
import { plainTexts as texts } from './texts.pt.ts';

/** Areas of the zone, each with its source, and the notice that must accompany every drawing of it. */
export function ZeeAreas({ zee }: { readonly zee: ReadSource<ZeeAnswer> }) {
  return (
    <Panel title={texts.zeeTitle} source={zee}>
      {({ areas, boundary }) => (
        <div className={styles.lines}>
          <table className={styles.areas}>
            <caption className="k-visually-hidden">{texts.areas}</caption>
            <tbody>
              {areas.map(({ km2, source, kind }) => (
                <tr key={source}>
                  <th scope="row">
                    {texts.kinds[kind]}
                    <small>{source}</small>
                  </th>
                  <td>{formatQuantity(km2, 'km²', { maxDecimals: 0 })}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {boundary.features.map((feature) => (
            <p key={feature.id} className={styles.note}>
              {feature.properties.note}
            </p>
          ))}
        </div>
      )}
    </Panel>
  );
}
